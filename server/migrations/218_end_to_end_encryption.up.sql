-- Transactions whose documents only the browsers of their people can read (0085). What the server keeps of one must say nothing of the
-- documents, whichever code writes it: these constraints are the last line.
alter table transactions add column end_to_end_encrypted boolean not null default false;
alter table transactions add constraint transactions_encrypted_check check (not end_to_end_encrypted or (
  coalesce(message ->> 'title', '') = '' and coalesce(message ->> 'body', '') = '' and coalesce(rejection_reason, '') = ''
  and not public and shared_with = '{}' and password_sealed is null and audit_status is null and audit_file_id is null
  and template_id is null and bulk_id is null and corrects_id is null and duplicate_of is null));

-- Chosen once, before anything was in it.
create function refuse_late_encryption() returns trigger language plpgsql as $$
begin
  raise exception 'End-to-end encryption is chosen when a transaction is created' using errcode = 'check_violation';
end $$;
create trigger late_encryption before update on transactions for each row
  when (old.end_to_end_encrypted is distinct from new.end_to_end_encrypted) execute function refuse_late_encryption();

-- No plain document is ever attached to one.
create function refuse_plain_file() returns trigger language plpgsql as $$
begin
  if exists (select 1 from transactions where id = new.transaction_id and end_to_end_encrypted) then
    raise exception 'A transaction with end-to-end encryption has no plain documents' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger plain_file before insert or update on transaction_files for each row execute function refuse_plain_file();

alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check
  check (purpose in ('file', 'file_update', 'prepared', 'signed', 'media', 'media_update', 'avatar', 'identity', 'attachment', 'encrypted'));

-- `recipient_id`: who signed it; null for what the sender sent. Size and hash are those of the encrypted body.
create table encrypted_versions (
  transaction_id text not null references transactions on delete cascade,
  version integer not null check (version > 0),
  body_ref text not null unique,
  size bigint not null,
  hash text not null,
  recipient_id text,
  holder_id text,
  created_at timestamptz not null default now(),
  primary key (transaction_id, version)
);

-- Counted like versions of documents, for the space of the transaction.
create function name_encrypted_holder() returns trigger language plpgsql as $$
begin
  select coalesce(org_id, owner_id) into new.holder_id from transactions where id = new.transaction_id;
  return new;
end $$;
create trigger holder_of_encrypted before insert on encrypted_versions for each row execute function name_encrypted_holder();

create function pass_encrypted_holder() returns trigger language plpgsql as $$
begin
  update encrypted_versions set holder_id = coalesce(new.org_id, new.owner_id) where transaction_id = new.id;
  return null;
end $$;
create trigger holder_of_encrypted_transaction after update of owner_id, org_id on transactions for each row
  when (new.end_to_end_encrypted and (old.owner_id, old.org_id) is distinct from (new.owner_id, new.org_id)) execute function pass_encrypted_holder();

create function recount_encrypted() returns trigger language plpgsql as $$
begin
  perform recount(old.holder_id, old.body_ref, old.size, new.holder_id, new.body_ref, new.size);
  return null;
end $$;
create constraint trigger storage_of_encrypted after insert or update or delete on encrypted_versions
  deferrable initially deferred for each row execute function recount_encrypted();

create or replace view counted_bodies as
  select holder_id, body_ref, max(size) as size, count(*)::integer as uses from (
    select holder_id, coalesce(tail_ref, body_ref) as body_ref, size_of_upload(status, purpose, coalesce(tail_size, size), reserved) as size from uploads
    union all
    select v.holder_id, coalesce(p.part_ref, v.body_ref), coalesce(p.size, v.size)
    from file_versions v left join body_parts p on p.body_ref = v.body_ref where v.removed_at is null
    union all
    select holder_id, body_ref, size from encrypted_versions
  ) named
  where holder_id is not null and size is not null
  group by holder_id, body_ref;
