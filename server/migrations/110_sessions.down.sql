drop index oidc_records_session;
drop table sessions;
