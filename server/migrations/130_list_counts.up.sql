-- How many resources an account has: kept, not counted by every list. Every change appends a row, so that nobody
-- waits for a row of somebody else; a job folds the changes, and readers add both.
create table list_counts (
  kind text not null check (kind in ('transaction', 'file', 'template', 'bulk')),
  -- Empty: all owners of the organization together.
  owner_id text not null,
  -- Empty: the personal space.
  org_id text not null,
  -- Sent in bulk, which the owner's list leaves out.
  in_bulk boolean not null,
  -- The owner has deleted it; people who signed it keep it.
  owner_left boolean not null,
  -- Of transactions only.
  status text not null,
  count bigint not null,
  primary key (owner_id, org_id, kind, in_bulk, owner_left, status)
);
create table list_count_changes (
  id bigserial primary key,
  kind text not null,
  owner_id text not null,
  org_id text not null,
  in_bulk boolean not null,
  owner_left boolean not null,
  status text not null,
  change bigint not null
);
create index list_count_changes_account on list_count_changes (owner_id, org_id);
-- What the check of these counters found last.
create table list_count_checks (
  checked_at timestamptz primary key,
  wrong bigint not null
);

-- Copies that a bulk send made, and their audit trails: lists of files leave them out.
alter table files add column in_bulk boolean not null default false;

create function note_files_in_bulk(ids text[]) returns void language sql as $$
  update files f set in_bulk = not f.in_bulk where f.id = any(ids) and f.in_bulk <> (
    exists (select 1 from transaction_files u join transactions t on t.id = u.transaction_id where u.file_id = f.id and t.bulk_id is not null)
    or exists (select 1 from transactions t where t.audit_file_id = f.id and t.bulk_id is not null))
$$;
create function note_files_of_transaction() returns trigger language plpgsql as $$
begin
  perform note_files_in_bulk(array(select file_id from transaction_files where transaction_id = new.id) || array_remove(array[old.audit_file_id, new.audit_file_id], null));
  return null;
end $$;
create trigger files_in_bulk_of_transaction after update of bulk_id, audit_file_id on transactions for each row
  when ((old.bulk_id, old.audit_file_id) is distinct from (new.bulk_id, new.audit_file_id) and (old.bulk_id is not null or new.bulk_id is not null))
  execute function note_files_of_transaction();
create function note_new_files() returns trigger language plpgsql as $$
begin
  if exists (select 1 from new_rows n join transactions t on t.id = n.transaction_id where t.bulk_id is not null) then
    perform note_files_in_bulk(array(select file_id from new_rows));
  end if;
  return null;
end $$;
create trigger files_in_bulk_added after insert on transaction_files referencing new table as new_rows for each statement execute function note_new_files();
create function note_old_files() returns trigger language plpgsql as $$
begin
  perform note_files_in_bulk(array(select o.file_id from old_rows o join files f on f.id = o.file_id where f.in_bulk));
  return null;
end $$;
create trigger files_in_bulk_removed after delete on transaction_files referencing old table as old_rows for each statement execute function note_old_files();

-- What counts, of all kinds, in one shape.
create view countable as
  select 'transaction' as kind, owner_id, org_id, bulk_id is not null as in_bulk, owner_left_at is not null as owner_left, status from transactions where deleted_at is null
  union all select 'file', owner_id, org_id, in_bulk, owner_left_at is not null, '' from files where deleted_at is null
  union all select 'template', owner_id, org_id, false, false, '' from templates where deleted_at is null
  union all select 'bulk', owner_id, org_id, false, false, '' from bulks where deleted_at is null;
-- What the counters must say. An organization's resource counts for its owner in it, and for the organization.
create view counted_lists as
  select kind, owner_id, coalesce(org_id, '') as org_id, in_bulk, owner_left, status, count(*) as count from countable group by 1, 2, 3, 4, 5, 6
  union all
  select kind, '', org_id, in_bulk, owner_left, status, count(*) from countable where org_id is not null group by 1, 2, 3, 4, 5, 6;
create view kept_lists as
  select kind, owner_id, org_id, in_bulk, owner_left, status, sum(count) as count from (
    select kind, owner_id, org_id, in_bulk, owner_left, status, count from list_counts
    union all select kind, owner_id, org_id, in_bulk, owner_left, status, change from list_count_changes) kept
  group by 1, 2, 3, 4, 5, 6;

-- The triggers of each table: once a statement, whose changes they sum.
do $$
declare
  each record;
  way record;
begin
  for each in select * from (values
    ('transactions', 'transaction', 'bulk_id is not null', 'owner_left_at is not null', 'status'),
    ('files', 'file', 'in_bulk', 'owner_left_at is not null', $q$''$q$),
    ('templates', 'template', 'false', 'false', $q$''$q$),
    ('bulks', 'bulk', 'false', 'false', $q$''$q$)) as t(name, kind, in_bulk, owner_left, status)
  loop
    for way in select * from (values
      ('insert', 'new table as new_rows', 'select *, 1 as n from new_rows'),
      ('delete', 'old table as old_rows', 'select *, -1 as n from old_rows'),
      ('update', 'old table as old_rows new table as new_rows', 'select *, -1 as n from old_rows union all select *, 1 from new_rows')) as w(event, tables, source)
    loop
      execute format($f$
        create function count_%1$s_%2$s() returns trigger language plpgsql as $body$
        begin
          insert into list_count_changes (kind, owner_id, org_id, in_bulk, owner_left, status, change)
            select %3$L, o.owner_id, coalesce(r.org_id, ''), %4$s, %5$s, %6$s, sum(r.n)
            from (%7$s) r cross join lateral (select r.owner_id union all select '' where r.org_id is not null) o(owner_id)
            where r.deleted_at is null
            group by 2, 3, 4, 5, 6 having sum(r.n) <> 0;
          return null;
        end $body$;
        create trigger count_%2$s after %2$s on %1$s referencing %8$s for each statement execute function count_%1$s_%2$s()$f$,
        each.name, way.event, each.kind, each.in_bulk, each.owner_left, each.status, way.source, way.tables);
    end loop;
  end loop;
end $$;

-- Counts what was there before the triggers (134), while the product runs. What they have counted meanwhile is in the difference
-- already, so this can be done again.
create procedure fill_list_counts() language plpgsql as $$
begin
  update files f set in_bulk = true where not f.in_bulk and f.id in (
    select u.file_id from transactions t join transaction_files u on u.transaction_id = t.id where t.bulk_id is not null
    union select audit_file_id from transactions where bulk_id is not null);
  commit;
  insert into list_count_changes (kind, owner_id, org_id, in_bulk, owner_left, status, change)
    select kind, owner_id, org_id, in_bulk, owner_left, status, coalesce(counted.count, 0) - coalesce(kept.count, 0)
    from counted_lists counted full join kept_lists kept using (kind, owner_id, org_id, in_bulk, owner_left, status)
    where coalesce(counted.count, 0) <> coalesce(kept.count, 0);
end $$;
