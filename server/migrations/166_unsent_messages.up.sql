-- A message is unsent where no mail server or gateway is configured. Until now the status was called `kept`, which nodes of the
-- previous version write while nodes are replaced one after another.
alter table mails drop constraint mails_status_check;
alter table text_messages drop constraint text_messages_status_check;
create function write_unsent_status() returns trigger language plpgsql as $$
begin
  new.status := 'unsent';
  return new;
end $$;
create trigger status_unsent before insert or update of status on mails for each row when (new.status = 'kept') execute function write_unsent_status();
create trigger status_unsent before insert or update of status on text_messages for each row when (new.status = 'kept') execute function write_unsent_status();
update mails set status = 'unsent' where status = 'kept';
update text_messages set status = 'unsent' where status = 'kept';
alter table mails add constraint mails_status_check check (status in ('unsent', 'queued', 'sent', 'failed'));
alter table text_messages add constraint text_messages_status_check check (status in ('unsent', 'queued', 'sent', 'failed'));
