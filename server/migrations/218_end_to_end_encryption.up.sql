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

create or replace function size_of_upload(status text, purpose text, size bigint, reserved bigint) returns bigint language sql immutable as $$
  select case
    when status = 'receiving' then reserved
    when status in ('stored', 'waiting') or (status = 'used' and purpose in ('media', 'media_update', 'avatar', 'identity', 'attachment', 'encrypted')) then size
  end
$$;

-- `recipient_id`: who signed it; null for what the sender sent. Size and hash are those of the encrypted body, which counts as an upload.
create table encrypted_versions (
  transaction_id text not null references transactions on delete cascade,
  version integer not null check (version > 0),
  body_ref text not null unique,
  size bigint not null,
  hash text not null,
  recipient_id text,
  created_at timestamptz not null default now(),
  primary key (transaction_id, version)
);

-- The bodies belong to whoever has the transaction, and not to the signers who uploaded them: they stay when a signer deletes their account.
create function own_encrypted_body() returns trigger language plpgsql as $$
begin
  update uploads u set owner_id = t.owner_id, holder_id = coalesce(t.org_id, t.owner_id)
    from transactions t where t.id = new.transaction_id and u.body_ref = new.body_ref;
  return null;
end $$;
create trigger owner_of_encrypted_body after insert on encrypted_versions for each row execute function own_encrypted_body();

create function pass_encrypted_bodies() returns trigger language plpgsql as $$
begin
  update uploads set owner_id = new.owner_id, holder_id = coalesce(new.org_id, new.owner_id)
    where body_ref in (select body_ref from encrypted_versions where transaction_id = new.id);
  return null;
end $$;
create trigger owner_of_encrypted after update of owner_id, org_id on transactions for each row
  when (new.end_to_end_encrypted and (old.owner_id, old.org_id) is distinct from (new.owner_id, new.org_id)) execute function pass_encrypted_bodies();
