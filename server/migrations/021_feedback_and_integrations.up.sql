-- Kept when the account goes: what was wrong stays wrong. The person's name and address go.
create table feedback (
  id text primary key,
  user_id text references users on delete set null,
  subject text not null,
  description text not null,
  name text,
  email text,
  priority integer not null check (priority between 1 and 4),
  status integer not null default 2 check (status between 2 and 5),
  trace_id text,
  user_agent text not null,
  attempts integer not null default 0,
  last_error text,
  handed_over_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index feedback_user on feedback (user_id, created_at);

create table integrations (
  user_id text not null references users on delete cascade,
  name text not null,
  active boolean not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, name)
);
