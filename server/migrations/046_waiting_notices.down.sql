drop index mails_sent;
drop index mails_waiting;
alter table mails drop column tried_at;
drop index recipients_notice;
alter table recipients drop column notice_id;
