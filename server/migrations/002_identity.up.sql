-- Everything the OpenID provider keeps: sessions, interactions, grants, codes, tokens.
create table oidc_records (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, id)
);
create index oidc_records_grant on oidc_records (grant_id) where grant_id is not null;
create index oidc_records_uid on oidc_records (model, uid) where uid is not null;
create index oidc_records_user_code on oidc_records (model, user_code) where user_code is not null;
create index oidc_records_expiry on oidc_records (expires_at);

-- Private keys made at first start, encrypted with the key that is not in the database.
create table sealed_keys (
  name text primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

create table one_time_codes (
  id text primary key,
  email text not null,
  code_hash bytea not null,
  interaction text not null,
  tries_left integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_codes_email on one_time_codes (email, created_at);
create index one_time_codes_interaction on one_time_codes (interaction, created_at);

create table magic_codes (
  code_hash bytea primary key,
  user_id text not null references users on delete cascade,
  email text not null,
  purpose text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index magic_codes_user on magic_codes (user_id, purpose);
