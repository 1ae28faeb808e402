drop table job_workers;
alter table mails drop column attachments;
