-- Who has no address is sent the code to a telephone.
alter table magic_codes alter column email drop not null;
alter table magic_codes add column phone text;
alter table magic_codes add constraint magic_codes_address check (email is not null or phone is not null);
