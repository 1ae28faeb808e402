-- Where people are signed in, and when each session was used last. The provider's own record says that a session is there.
create table sessions (
  id text primary key,
  uid text not null unique,
  user_id text not null references users on delete cascade,
  -- As the client names itself.
  user_agent text not null default '',
  -- Shortened; empty where it isn't known.
  network text not null default '',
  signed_in_at timestamptz not null,
  last_used_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);
create index sessions_last_used on sessions (last_used_at);
create index oidc_records_session on oidc_records ((payload ->> 'sessionUid')) where model in ('AccessToken', 'AuthorizationCode');
insert into sessions (id, uid, user_id, signed_in_at)
  select left(md5(r.uid || random()::text), 24), r.uid, u.id, to_timestamp((r.payload ->> 'loginTs')::float8)
  from oidc_records r join users u on u.id = r.payload ->> 'accountId'
  where r.model = 'Session' and r.payload ? 'loginTs'
  on conflict do nothing;
