-- Guesses at passwords and one-time codes asked for, by who makes them: a stranger's tries don't count against the owner.
create table sign_in_attempts (
  kind text not null check (kind in ('password', 'code')),
  -- The address without what makes many addresses of one mailbox, or the telephone number.
  mailbox text not null,
  -- The network, the known device or whatever else caused it.
  origin text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index sign_in_attempts_mailbox on sign_in_attempts (mailbox, kind, created_at);
create index sign_in_attempts_age on sign_in_attempts (created_at);
-- password_attempts stays until the next version: nodes of the version before still count in it while an installation is upgraded.

-- Browsers in which somebody signed in before.
create table known_devices (
  user_id text not null references users on delete cascade,
  device_hash bytea not null,
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
