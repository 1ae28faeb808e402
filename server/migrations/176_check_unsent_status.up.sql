-- Of rows that are written from now on. 177 checks the others, which takes longer and holds nobody up.
alter table mails add constraint mails_status_check check (status in ('unsent', 'queued', 'sent', 'failed')) not valid;
alter table text_messages add constraint text_messages_status_check check (status in ('unsent', 'queued', 'sent', 'failed')) not valid;
