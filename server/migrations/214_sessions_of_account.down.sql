-- runs outside a transaction: this table is large
drop index concurrently if exists oidc_records_login;
drop index concurrently if exists oidc_records_account;
