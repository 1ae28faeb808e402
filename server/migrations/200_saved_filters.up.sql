-- Filters of lists that people keep, each for the lists of one space: their own, or those of an organization.
create table saved_filters (
  id text primary key,
  user_id text not null references users on delete cascade,
  org_id text references organizations on delete cascade,
  kind text not null check (kind in ('transaction', 'file', 'template')),
  name text not null,
  query jsonb not null,
  created_at timestamptz not null default now()
);
create unique index saved_filters_name on saved_filters (user_id, (coalesce(org_id, '')), kind, (lower(name collate "und-x-icu")));
create index saved_filters_organization on saved_filters (org_id);
