-- Whose requests go out only after approval, and who approves: `sendApprovalSettings` of the contract.
alter table organizations add column send_approval jsonb not null default '{}';

-- A draft that waits for approval, or was returned. What was prepared is bound by the digest of the draft, and by the version of each
-- document with its prepared body. A document password is sealed, and access codes are hashed, as in a transaction that was started.
create table send_approvals (
  transaction_id text primary key references transactions on delete cascade,
  org_id text not null references organizations on delete cascade,
  status text not null check (status in ('waiting', 'returned')),
  requested_by text not null references users on delete cascade,
  requested_at timestamptz not null,
  digest text not null,
  documents jsonb not null,
  password_sealed bytea,
  access_codes jsonb not null,
  decided_by text references users on delete set null,
  decided_at timestamptz,
  reason text
);
create index send_approvals_waiting on send_approvals (org_id, requested_at, transaction_id) where status = 'waiting';
create index send_approvals_org on send_approvals (org_id);
create index send_approvals_requested_by on send_approvals (requested_by);
create index send_approvals_decided_by on send_approvals (decided_by) where decided_by is not null;
