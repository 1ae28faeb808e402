alter table certificates add column revoked_at timestamptz;
alter table certificates add column revocation_reason integer;
create index certificates_revoked on certificates (revoked_at) where revoked_at is not null;
