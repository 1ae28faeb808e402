-- Live events, kept for replay. The id is given when the transaction commits, under a lock:
-- so ids grow in the order in which events become visible, and "everything after id N" misses none.
create sequence event_ids;

create table events (
  key text primary key,
  id bigint unique,
  type text not null,
  resource_id text not null,
  actor_id text,
  user_ids text[] not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index events_created on events (created_at);

create function number_event() returns trigger language plpgsql as $$
declare
  number bigint;
begin
  perform pg_advisory_xact_lock(4017263002);
  number := nextval('event_ids');
  update events set id = number where key = new.key;
  perform pg_notify('countersign_events', number::text);
  return null;
end $$;

create constraint trigger events_numbered after insert on events
  deferrable initially deferred for each row execute function number_event();

create table event_tickets (
  ticket_hash bytea primary key,
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null
);
