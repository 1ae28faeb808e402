alter table certificates drop column revocation_reason;
alter table certificates drop column revoked_at;
