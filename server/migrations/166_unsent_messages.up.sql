-- A message is unsent where no mail server or gateway is configured. Until now the status was called `kept`, which nodes of the
-- previous version write while nodes are replaced one after another. 175 renames it in the rows that are there, and 176 and 177
-- check it again.
alter table mails drop constraint mails_status_check;
alter table text_messages drop constraint text_messages_status_check;
create function write_unsent_status() returns trigger language plpgsql as $$
begin
  new.status := 'unsent';
  return new;
end $$;
create trigger status_unsent before insert or update of status on mails for each row when (new.status = 'kept') execute function write_unsent_status();
create trigger status_unsent before insert or update of status on text_messages for each row when (new.status = 'kept') execute function write_unsent_status();

-- In portions, while the product runs: whoever changes a row meanwhile waits for one portion at most.
create procedure fill_unsent_status(filled regclass) language plpgsql as $$
declare
  last text := '';
  ids text[];
begin
  loop
    execute format('select array(select id from %s where id > $1 and status = ''kept'' order by id limit 1000)', filled) into ids using last;
    exit when ids = '{}';
    execute format('update %s set status = ''unsent'' where id = any($1) and status = ''kept''', filled) using ids;
    commit;
    last := ids[cardinality(ids)];
  end loop;
end $$;
