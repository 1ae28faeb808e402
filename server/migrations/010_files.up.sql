-- Signed upload addresses and what was put there. A body is immutable: a new version is a new body.
create table uploads (
  token_hash bytea primary key,
  body_ref text not null unique,
  owner_id text not null references users on delete cascade,
  purpose text not null check (purpose in ('file', 'file_update', 'prepared', 'signed', 'media', 'media_update', 'avatar')),
  file_id text,
  transaction_id text,
  recipient_id text,
  media_id text,
  -- The version of the file that the body continues.
  base_version integer,
  mime text not null,
  max_size bigint not null,
  status text not null default 'open' check (status in ('open', 'receiving', 'stored', 'used', 'refused')),
  size bigint,
  hash text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  stored_at timestamptz
);
create index uploads_staged on uploads (transaction_id, file_id, recipient_id) where status = 'stored';
create index uploads_expiry on uploads (expires_at) where status <> 'used';

create table files (
  id text primary key,
  owner_id text not null references users on delete cascade,
  title text not null,
  type text not null default 'document' check (type in ('document', 'audit')),
  public boolean not null default false,
  shared_with text[] not null default '{}',
  fields jsonb not null default '[]',
  version integer not null default 1,
  meta_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index files_owner on files (owner_id, created_at desc, id desc) where deleted_at is null;

-- Every version of every file is kept: what somebody signed can always be shown again.
create table file_versions (
  file_id text not null references files on delete cascade,
  version integer not null,
  body_ref text not null,
  mime text not null,
  size bigint not null,
  hash text not null,
  kind text not null check (kind in ('original', 'update', 'prepared', 'signed')),
  transaction_id text,
  recipient_id text,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (file_id, version)
);
