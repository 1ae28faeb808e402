-- How often somebody or some address asked, over all nodes. What a crash forgets is a minute's count.
create unlogged table rate_counters (
  key text primary key,
  count bigint not null,
  ends_at timestamptz not null
);
create index rate_counters_end on rate_counters (ends_at);

-- What administrators did, of the installation and of organizations. Each entry holds the hash of the one before it:
-- one that is changed or taken out shows. Nothing here is ever changed or deleted.
create table administrative_acts (
  number bigint primary key,
  act text not null,
  actor text not null,
  subject text not null,
  details jsonb not null default '{}',
  done_at timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null
);
create index administrative_acts_subject on administrative_acts (subject, number);

-- What an operator gives or takes beside the plan: for a person or an organization.
create table feature_overrides (
  holder_id text not null,
  flag text not null,
  value boolean not null,
  primary key (holder_id, flag)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'administrative acts are kept as they are';
end $$;

create trigger administrative_acts_kept before update or delete on administrative_acts
  for each row execute function refuse_change();
