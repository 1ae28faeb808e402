alter table transactions drop column if exists error_code;
