-- Six digits of an app besides the first proof (RFC 6238). The secret is sealed with the installation's key.
create table second_factors (
  user_id text primary key references users on delete cascade,
  secret_sealed bytea not null,
  created_at timestamptz not null default now(),
  -- Null until a code has shown that the app knows the secret: nothing is asked for before.
  confirmed_at timestamptz,
  -- The newest time step whose code was accepted: neither it nor an earlier one is accepted again.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id text not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Sign-ins whose first proof was right and whose second one is waited for.
create table pending_sign_ins (
  interaction text primary key,
  user_id text not null references users on delete cascade,
  how text not null,
  -- A new password that was chosen with the first proof; it counts after the second.
  password_hash text,
  tries_left integer not null,
  expires_at timestamptz not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);

alter table sign_in_attempts drop constraint sign_in_attempts_kind_check;
alter table sign_in_attempts add constraint sign_in_attempts_kind_check check (kind in ('password', 'code', 'factor'));
