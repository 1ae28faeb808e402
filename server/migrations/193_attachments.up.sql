-- Files that signers are asked to attach, and those attached. Bodies are uploads of their own purpose, counted like pictures.
alter table recipients add column attachments jsonb not null default '[]';

alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check
  check (purpose in ('file', 'file_update', 'prepared', 'signed', 'media', 'media_update', 'avatar', 'identity', 'attachment'));

create or replace function size_of_upload(status text, purpose text, size bigint, reserved bigint) returns bigint language sql immutable as $$
  select case
    when status = 'receiving' then reserved
    when status in ('stored', 'waiting') or (status = 'used' and purpose in ('media', 'media_update', 'avatar', 'identity', 'attachment')) then size
  end
$$;

create table attachments (
  recipient_id text not null references recipients on delete cascade,
  request_id text not null,
  transaction_id text not null references transactions on delete cascade,
  body_ref text not null unique,
  name text not null,
  mime text not null,
  size bigint not null,
  hash text not null,
  created_at timestamptz not null default now(),
  primary key (recipient_id, request_id)
);
create index attachments_transaction on attachments (transaction_id);
