-- The history of a resource. It outlives the resource and the accounts in it, so it references neither.
create table insights (
  id text primary key,
  resource_id text not null,
  resource_type text not null check (resource_type in ('document', 'transaction', 'template')),
  action text not null,
  actor jsonb not null,
  attributes jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);
create index insights_resource on insights (resource_id, created_at, id);
