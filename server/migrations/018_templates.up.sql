alter table recipients add column viewed_at timestamptz;

-- A reusable transaction. Its people are kept as they were written: nobody is asked for anything yet.
create table templates (
  id text primary key,
  owner_id text not null references users on delete cascade,
  org_id text references organizations,
  name text not null,
  status text not null default 'created' check (status in ('created', 'draft')),
  public boolean not null default false,
  message jsonb not null default '{}',
  options jsonb not null default '{}',
  recipients jsonb not null default '[]',
  cc jsonb not null default '[]',
  shared_with text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index templates_owner on templates (owner_id, created_at desc, id desc) where deleted_at is null;
create index templates_organization on templates (org_id, created_at desc, id desc) where org_id is not null and deleted_at is null;
create index templates_shared on templates using gin (shared_with) where deleted_at is null;
create index templates_library on templates (created_at desc, id desc) where public and deleted_at is null;

create table template_files (
  template_id text not null references templates on delete cascade,
  file_id text not null references files on delete cascade,
  position integer not null,
  primary key (template_id, file_id)
);
create index template_files_file on template_files (file_id);

-- What a transaction was made from.
alter table transactions add column template_id text references templates on delete set null;
create index transactions_template on transactions (template_id) where template_id is not null;

-- One transaction sent to many people, each gets one of their own.
create table bulks (
  id text primary key,
  owner_id text not null references users on delete cascade,
  org_id text references organizations,
  name text not null,
  source_type text not null check (source_type in ('template', 'transaction')),
  source_id text not null,
  status text not null default 'pending' check (status in ('pending', 'completed')),
  job_type text check (job_type in ('bulk_send', 'bulk_delete')),
  job_status text check (job_status in ('pending', 'resolved', 'rejected', 'canceled')),
  total integer not null,
  completed integer not null default 0,
  failed integer not null default 0,
  shared_with text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index bulks_owner on bulks (owner_id, created_at desc, id desc) where deleted_at is null;

create table bulk_recipients (
  bulk_id text not null references bulks on delete cascade,
  position integer not null,
  email text not null,
  first_name text,
  last_name text,
  -- waiting: not sent yet; sent; completed; failed: not sent, or ended otherwise.
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'completed', 'failed', 'canceled')),
  transaction_id text references transactions on delete set null,
  error text,
  primary key (bulk_id, position)
);
create index bulk_recipients_waiting on bulk_recipients (bulk_id, position) where status = 'waiting';

alter table transactions add column bulk_id text references bulks on delete set null;
create index transactions_bulk on transactions (bulk_id, created_at desc, id desc) where bulk_id is not null;
