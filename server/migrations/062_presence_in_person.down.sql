alter table recipients drop column presence_proven_by;
alter table recipients drop column presence_proven_at;
