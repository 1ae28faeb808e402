alter table files drop column source_mime, drop column convert_status;
