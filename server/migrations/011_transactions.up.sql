create table transactions (
  id text primary key,
  owner_id text not null references users on delete cascade,
  name text not null,
  status text not null default 'created'
    check (status in ('draft', 'opened', 'created', 'pending', 'completed', 'declined', 'expired', 'canceled')),
  message jsonb not null default '{}',
  options jsonb not null default '{}',
  shared_with text[] not null default '{}',
  rejection_reason text,
  version integer not null default 1,
  expires_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index transactions_owner on transactions (owner_id, created_at desc, id desc) where deleted_at is null;
create index transactions_order on transactions (created_at desc, id desc) where deleted_at is null;

create table transaction_files (
  transaction_id text not null references transactions on delete cascade,
  file_id text not null references files on delete cascade,
  position integer not null,
  primary key (transaction_id, file_id)
);
create index transaction_files_file on transaction_files (file_id);

-- Recipients sign in the order of their positions. The id stays when a recipient is replaced by another person:
-- the signature field in the document is named by it.
create table recipients (
  id text primary key,
  transaction_id text not null references transactions on delete cascade,
  position integer not null,
  email text,
  phone text,
  first_name text,
  last_name text,
  locale text,
  role text not null default 'signer',
  type text not null default 'signer',
  in_person boolean not null default false,
  identity_requirements text[] not null default '{}',
  identity_require_manual_approval boolean not null default false,
  user_id text references users on delete set null,
  invited_at timestamptz,
  completed_at timestamptz,
  unique (transaction_id, position)
);
create index recipients_email on recipients (lower(email));
create index recipients_phone on recipients (phone) where phone is not null;

create table carbon_copies (
  transaction_id text not null references transactions on delete cascade,
  position integer not null,
  id text not null,
  type text not null default 'user' check (type in ('user', 'team')),
  email text,
  phone text,
  first_name text,
  last_name text,
  primary key (transaction_id, position)
);
create index carbon_copies_email on carbon_copies (lower(email));

-- Who signed which file with which body: once each.
create table signings (
  id text primary key,
  transaction_id text not null references transactions on delete cascade,
  file_id text not null references files on delete cascade,
  recipient_id text not null references recipients on delete cascade,
  user_id text not null,
  file_version integer not null,
  hash text not null,
  signature jsonb not null,
  created_at timestamptz not null default now(),
  unique (transaction_id, file_id, recipient_id)
);
