drop index magic_codes_purpose;
delete from magic_codes where kind = 'pass';
-- A link without an end stays so, and opens nothing where each one has to have an end.
alter table magic_codes drop column revoked_at;
alter table magic_codes drop column used_by;
alter table magic_codes drop column kind;
