-- Who asks to see something that is not theirs. Asked once at a time.
create table access_requests (
  id text primary key,
  kind text not null check (kind in ('file', 'transaction', 'template')),
  resource_id text not null,
  user_id text not null references users on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index access_requests_waiting on access_requests (kind, resource_id, user_id) where status = 'pending';
create index access_requests_resource on access_requests (kind, resource_id, created_at);

-- Recipients and carbon copies who have put a transaction away: for them it is gone, for the others it stays.
create table departures (
  transaction_id text not null references transactions on delete cascade,
  user_id text not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (transaction_id, user_id)
);

alter table transactions
  add column audit_status text check (audit_status in ('pending', 'resolved', 'rejected')),
  add column audit_file_id text references files on delete set null;

alter table recipients add column reminded_at timestamptz;

-- Each line of a resource's history holds the hash of the line before it, so that a line that was changed, put in or
-- taken out between others shows. The numbers are given when the transaction commits, under the lock of the events.
create sequence insight_numbers;

alter table insights
  add column number bigint unique,
  add column previous_hash text,
  add column hash text;

create function insight_hash(line insights) returns text language sql stable as $$
  select encode(sha256(convert_to(concat_ws(E'\n',
    line.number, coalesce(line.previous_hash, ''), line.id, line.resource_id, line.resource_type, line.action,
    line.actor::text, line.attributes::text,
    to_char(line.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')), 'utf8')), 'hex')
$$;

create function chain_insight() returns trigger language plpgsql as $$
declare
  line insights;
begin
  perform pg_advisory_xact_lock(4017263002);
  select * into line from insights where id = new.id;
  if line.number is not null then return null; end if;
  line.number := nextval('insight_numbers');
  select hash into line.previous_hash from insights
    where resource_id = line.resource_id and number is not null order by number desc limit 1;
  update insights set number = line.number, previous_hash = line.previous_hash, hash = insight_hash(line) where id = line.id;
  return null;
end $$;

create constraint trigger insights_chained after insert on insights
  deferrable initially deferred for each row execute function chain_insight();

create index insights_chain on insights (resource_id, number);

-- What is there already is chained in the order in which it was written.
do $$
declare
  line insights;
begin
  for line in select * from insights order by created_at, id loop
    line.number := nextval('insight_numbers');
    select hash into line.previous_hash from insights
      where resource_id = line.resource_id and number is not null order by number desc limit 1;
    update insights set number = line.number, previous_hash = line.previous_hash, hash = insight_hash(line) where id = line.id;
  end loop;
end $$;
