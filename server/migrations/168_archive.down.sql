-- Counts again what leaves the archive.
update transactions set archived = false where archived;
update files set archived = false where archived;
update templates set archived = false where archived;
do $$
declare
  each record;
  way record;
begin
  for each in select * from (values
    ('transactions', 'transaction', 'bulk_id is not null', 'owner_left_at is not null', $q$status$q$),
    ('files', 'file', 'in_bulk', 'owner_left_at is not null', $q$''$q$),
    ('templates', 'template', 'false', 'false', $q$''$q$)) as t(name, kind, in_bulk, owner_left, status)
  loop
    for way in select * from (values
      ('insert', 'select *, 1 as n from new_rows'),
      ('delete', 'select *, -1 as n from old_rows'),
      ('update', 'select *, -1 as n from old_rows union all select *, 1 from new_rows')) as w(event, source)
    loop
      execute format($f$
        create or replace function count_%1$s_%2$s() returns trigger language plpgsql as $body$
        begin
          insert into list_count_changes (kind, owner_id, org_id, in_bulk, owner_left, status, change)
            select %3$L, o.owner_id, coalesce(r.org_id, ''), %4$s, %5$s, %6$s, sum(r.n)
            from (%7$s) r cross join lateral (select r.owner_id union all select '' where r.org_id is not null) o(owner_id)
            where r.deleted_at is null
            group by 2, 3, 4, 5, 6 having sum(r.n) <> 0;
          return null;
        end $body$ $f$,
        each.name, way.event, each.kind, each.in_bulk, each.owner_left, each.status, way.source);
    end loop;
  end loop;
end $$;
create or replace view countable as
  select 'transaction' as kind, owner_id, org_id, bulk_id is not null as in_bulk, owner_left_at is not null as owner_left, status as status from transactions where deleted_at is null
  union all select 'file', owner_id, org_id, in_bulk, owner_left_at is not null, '' from files where deleted_at is null
  union all select 'template', owner_id, org_id, false, false, '' from templates where deleted_at is null
  union all select 'bulk', owner_id, org_id, false, false, '' from bulks where deleted_at is null;
drop table template_archivals;
drop table file_archivals;
drop table transaction_archivals;
alter table templates drop column archived;
alter table files drop column archived;
alter table transactions drop column archived;
