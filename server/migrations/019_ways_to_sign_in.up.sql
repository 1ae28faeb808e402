-- An address somebody has named but not proven yet: only a proven one signs in, so it holds nobody's place.
alter table users add column pending_email text;

create table passwords (
  user_id text primary key references users on delete cascade,
  hash text not null,
  updated_at timestamptz not null default now()
);
-- Counted by address, whether or not it has an account: so that the count tells nothing.
create table password_attempts (
  email text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index password_attempts_email on password_attempts (email, created_at);

create table passkeys (
  id text primary key,
  user_id text not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  credential_device_type text not null,
  credential_backed_up boolean not null,
  transports text[] not null default '{}',
  fmt text not null,
  aaguid text not null,
  authenticator_attachment text,
  user_verified boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

-- What an authenticator must answer, once: for somebody who adds a passkey, or for a sign-in under way.
create table webauthn_challenges (
  challenge text primary key,
  user_id text references users on delete cascade,
  interaction text,
  expires_at timestamptz not null
);

create table verifications (
  ticket_hash bytea primary key,
  user_id text not null references users on delete cascade,
  kind text not null check (kind in ('email', 'phone')),
  address text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
create index verifications_user on verifications (user_id, kind, created_at);

-- Who somebody is at another provider.
create table identities (
  connection text not null,
  subject text not null,
  user_id text not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (connection, subject)
);
create index identities_user on identities (user_id);

create table upstream_requests (
  state_hash bytea primary key,
  interaction text not null,
  connection text not null,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null
);

-- Text messages, like mails: written with the change they speak of.
create table text_messages (
  id text primary key,
  template text not null,
  recipient text not null,
  locale text not null,
  body text not null,
  status text not null default 'queued' check (status in ('kept', 'queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index text_messages_created on text_messages (created_at desc);

-- Lets a telephone put one picture into somebody's media.
create table capture_tickets (
  ticket_hash bytea primary key,
  user_id text not null references users on delete cascade,
  type text not null check (type in ('signature', 'initials', 'photo')),
  expires_at timestamptz not null,
  used_at timestamptz
);
