-- Features that a draft or document uses and that its plan included when it began to: it may go on using them. Until now the
-- column was called `held_features`, which nodes of the previous version read and write while nodes are replaced one after
-- another: a trigger gives both columns the same value. 164 fills in the rows that are there.
alter table files add column granted_features text[] not null default '{}';
alter table transactions add column granted_features text[] not null default '{}';

create function sync_granted_features() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.granted_features = '{}' then
      new.granted_features := new.held_features;
    else
      new.held_features := new.granted_features;
    end if;
  elsif new.granted_features is distinct from old.granted_features then
    new.held_features := new.granted_features;
  else
    new.granted_features := new.held_features;
  end if;
  return new;
end $$;
create trigger granted_features_synced before insert or update of held_features, granted_features on files
  for each row execute function sync_granted_features();
create trigger granted_features_synced before insert or update of held_features, granted_features on transactions
  for each row execute function sync_granted_features();

-- In portions, while the product runs: whoever changes a row meanwhile waits for one portion at most.
create procedure fill_granted_features(filled regclass) language plpgsql as $$
declare
  last text := '';
  ids text[];
begin
  loop
    execute format('select array(select id from %s where id > $1 and granted_features <> held_features order by id limit 1000)', filled) into ids using last;
    exit when ids = '{}';
    execute format('update %s set granted_features = held_features where id = any($1) and granted_features <> held_features', filled) using ids;
    commit;
    last := ids[cardinality(ids)];
  end loop;
end $$;
