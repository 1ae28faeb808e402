-- Every certificate the installation's authority has issued. Kept when the account goes:
-- a signature must stay explainable.
create table certificates (
  serial text primary key,
  user_id text not null,
  subject text not null,
  email text not null,
  certificate bytea not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  created_at timestamptz not null default now()
);
create index certificates_user on certificates (user_id, created_at);
