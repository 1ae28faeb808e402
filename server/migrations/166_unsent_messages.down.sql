drop procedure fill_unsent_status(regclass);
drop trigger status_unsent on mails;
drop trigger status_unsent on text_messages;
drop function write_unsent_status();
update mails set status = 'kept' where status = 'unsent';
update text_messages set status = 'kept' where status = 'unsent';
alter table mails add constraint mails_status_check check (status in ('kept', 'queued', 'sent', 'failed'));
alter table text_messages add constraint text_messages_status_check check (status in ('kept', 'queued', 'sent', 'failed'));
