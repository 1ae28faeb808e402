drop table application_tokens;
drop table applications;
drop table contacts;
