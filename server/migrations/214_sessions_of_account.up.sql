-- runs outside a transaction: this table is large
-- What is deleted with a password, an account or its sessions: all records of one person, those of an unfinished sign-in too.
create index concurrently oidc_records_account on oidc_records ((payload ->> 'accountId')) where payload ->> 'accountId' is not null;
create index concurrently oidc_records_login on oidc_records ((payload #>> '{result,login,accountId}')) where payload #>> '{result,login,accountId}' is not null;
