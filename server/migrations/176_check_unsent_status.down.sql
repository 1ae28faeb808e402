alter table mails drop constraint mails_status_check;
alter table text_messages drop constraint text_messages_status_check;
