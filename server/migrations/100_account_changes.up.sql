-- Changes that could take an account over, each told to the address known before with a link that takes it back.
create table account_changes (
  ticket_hash bytea primary key,
  user_id text not null references users on delete cascade,
  kind text not null,
  -- Where the mail went: what the account is put back to.
  address text not null,
  -- When the change began. What came of it has this time or a later one, by the clock of the database.
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_changes_user on account_changes (user_id, created_at);
create index account_changes_end on account_changes (expires_at);
