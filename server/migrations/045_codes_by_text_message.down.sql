delete from magic_codes where email is null;
alter table magic_codes drop constraint magic_codes_address;
alter table magic_codes drop column phone;
alter table magic_codes alter column email set not null;
