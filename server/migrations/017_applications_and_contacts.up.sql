create table contacts (
  id text primary key,
  owner_id text not null references users on delete cascade,
  email text,
  phone text,
  first_name text,
  last_name text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (email is not null or phone is not null)
);
-- A person stands once in somebody's contacts.
create unique index contacts_email on contacts (owner_id, lower(email)) where email is not null;
create unique index contacts_phone on contacts (owner_id, phone) where email is null;

create table applications (
  id text primary key,
  owner_id text not null references users on delete cascade,
  name text not null,
  scopes text[] not null,
  client_id text not null unique,
  -- The secret is shown once; only its hash is kept.
  secret_hash bytea not null,
  grant_id text not null,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index applications_owner on applications (owner_id, created_at);

create table application_tokens (
  token_hash bytea primary key,
  application_id text not null references applications on delete cascade,
  expires_at timestamptz not null
);
create index application_tokens_application on application_tokens (application_id);
