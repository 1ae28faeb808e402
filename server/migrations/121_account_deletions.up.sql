-- An account that is being deleted can do nothing any more; a job removes what it owns in portions.
alter table users add column deletion_started_at timestamptz;
create table account_deletions (
  user_id text primary key references users on delete cascade,
  -- The addresses are free for a new account at once. The last messages still need them.
  email text,
  email_verified boolean not null,
  phone text,
  -- Who deleted the account, from where: the history of transactions that others keep says so.
  ip text not null,
  user_agent text not null,
  -- The guest account that gets what other parties keep.
  successor_id text references users on delete set null,
  -- Rows that were removed so far.
  removed bigint not null default 0,
  started_at timestamptz not null default now()
);
create index account_deletions_successor on account_deletions (successor_id) where successor_id is not null;

-- Resources of an organization that wait for their new owner.
create table resource_transfers (
  id text primary key,
  org_id text not null references organizations on delete cascade,
  -- Null: whoever owns them.
  from_owner text references users on delete cascade,
  to_owner text not null references users on delete cascade,
  -- Null: they leave the organization.
  to_org text references organizations on delete cascade,
  -- When the owner lost them: what they make after joining again is theirs.
  started_at timestamptz not null default clock_timestamp()
);
create index resource_transfers_organization on resource_transfers (org_id);
create index resource_transfers_from on resource_transfers (from_owner);
create index resource_transfers_to on resource_transfers (to_owner);
create index resource_transfers_to_organization on resource_transfers (to_org) where to_org is not null;

-- The audit trail of a bulk's transaction may stay for a moment longer than the transaction.
create function note_audit_of_deleted() returns trigger language plpgsql as $$
begin
  perform note_files_in_bulk(array[old.audit_file_id]);
  return null;
end $$;
create trigger files_in_bulk_of_deleted after delete on transactions for each row
  when (old.audit_file_id is not null and old.bulk_id is not null) execute function note_audit_of_deleted();
