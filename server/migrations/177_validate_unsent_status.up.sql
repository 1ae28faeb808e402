alter table mails validate constraint mails_status_check;
alter table text_messages validate constraint text_messages_status_check;
