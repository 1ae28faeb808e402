drop table magic_codes;
drop table one_time_codes;
drop table sealed_keys;
drop table oidc_records;
