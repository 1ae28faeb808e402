-- Signatures that were accepted and wait for a time stamp: the time-stamp authority does not answer.
create table waiting_signings (
  transaction_id text not null references transactions on delete cascade,
  file_id text not null references files on delete cascade,
  recipient_id text not null references recipients on delete cascade,
  -- The uploaded or server-signed body. Its upload counts as used, so that no sweep takes it.
  body_ref text not null,
  base_version integer not null,
  -- Who signed, as the call vouched for them: the signing is written in their name.
  caller jsonb not null,
  created_at timestamptz not null default now(),
  primary key (transaction_id, file_id, recipient_id)
);
