alter table transactions drop column bulk_id, drop column template_id;
drop table bulk_recipients;
drop table bulks;
drop table template_files;
drop table templates;
alter table recipients drop column viewed_at;
