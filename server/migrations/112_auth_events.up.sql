-- Who signed in and how, who did not, and what was changed about it. It goes with the account, and after as many days as are set.
create table auth_events (
  id bigint generated always as identity primary key,
  user_id text not null references users on delete cascade,
  kind text not null,
  method text,
  user_agent text not null,
  network text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index auth_events_user on auth_events (user_id, id desc);
create index auth_events_expiry on auth_events (expires_at);
