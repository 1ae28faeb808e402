-- What lets the server into somebody's cloud source, sealed like the installation's keys.
create table cloud_connections (
  user_id text not null references users on delete cascade,
  source text not null,
  tokens_sealed bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (user_id, source)
);

-- Somebody on their way to a source and back.
create table cloud_requests (
  state_hash bytea primary key,
  user_id text not null references users on delete cascade,
  source text not null,
  verifier text not null,
  return_to text not null,
  code_sealed bytea,
  expires_at timestamptz not null
);
