-- Where web push messages go: one row for each device of a person that asked for them. The keys encrypt for that device only. The
-- endpoint is a secret of the device and its push service, so it is found by its hash.
create table push_subscriptions (
  id text primary key,
  user_id text not null references users on delete cascade,
  endpoint text not null,
  endpoint_hash bytea not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id, id);
