-- Whether its space keeps it in the archive, outside of the other lists.
alter table transactions add column archived boolean not null default false;
alter table files add column archived boolean not null default false;
alter table templates add column archived boolean not null default false;
-- What people archived that belongs to others.
create table transaction_archivals (
  user_id text not null references users on delete cascade,
  transaction_id text not null references transactions on delete cascade,
  primary key (user_id, transaction_id)
);
create index transaction_archivals_transaction on transaction_archivals (transaction_id);
create table file_archivals (
  user_id text not null references users on delete cascade,
  file_id text not null references files on delete cascade,
  primary key (user_id, file_id)
);
create index file_archivals_file on file_archivals (file_id);
create table template_archivals (
  user_id text not null references users on delete cascade,
  template_id text not null references templates on delete cascade,
  primary key (user_id, template_id)
);
create index template_archivals_template on template_archivals (template_id);

-- What is archived counts under the status `archived`. Not as a column: servers of the version before fold these counters too.
do $$
declare
  each record;
  way record;
begin
  for each in select * from (values
    ('transactions', 'transaction', 'bulk_id is not null', 'owner_left_at is not null', $q$case when archived then 'archived' else status end$q$),
    ('files', 'file', 'in_bulk', 'owner_left_at is not null', $q$case when archived then 'archived' else '' end$q$),
    ('templates', 'template', 'false', 'false', $q$case when archived then 'archived' else '' end$q$)) as t(name, kind, in_bulk, owner_left, status)
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
  select 'transaction' as kind, owner_id, org_id, bulk_id is not null as in_bulk, owner_left_at is not null as owner_left, case when archived then 'archived' else status end as status from transactions where deleted_at is null
  union all select 'file', owner_id, org_id, in_bulk, owner_left_at is not null, case when archived then 'archived' else '' end from files where deleted_at is null
  union all select 'template', owner_id, org_id, false, false, case when archived then 'archived' else '' end from templates where deleted_at is null
  union all select 'bulk', owner_id, org_id, false, false, '' from bulks where deleted_at is null;
