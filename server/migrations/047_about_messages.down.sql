drop index text_messages_about;
drop index mails_about;
alter table text_messages drop column about;
alter table mails drop column about;
