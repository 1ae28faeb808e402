alter table recipients drop column declined_at;
alter table recipients drop column signing_order;
