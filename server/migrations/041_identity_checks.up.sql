-- Checks of who recipients are. A check belongs to the person that was asked; a recipient who is replaced begins anew.
alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check
  check (purpose in ('file', 'file_update', 'prepared', 'signed', 'media', 'media_update', 'avatar', 'identity'));

create table identity_checks (
  id text primary key,
  transaction_id text not null references transactions on delete cascade,
  recipient_id text not null references recipients on delete cascade,
  -- Whose account does it: the recipient's, or that of the host they sign with in person.
  user_id text references users on delete set null,
  status text not null check (status in ('capturing', 'pending', 'approved', 'completed', 'canceled', 'rejected', 'declined')),
  requirements text[] not null,
  manual_approval boolean not null,
  application_id text,
  reference text unique,
  url text,
  third_party_state text check (third_party_state in ('open', 'processing', 'verified')),
  reason text,
  expires_at timestamptz not null,
  superseded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index identity_checks_transaction on identity_checks (transaction_id) where superseded_at is null;
create unique index identity_checks_current on identity_checks (recipient_id) where superseded_at is null;

create table identity_evidence (
  check_id text not null references identity_checks on delete cascade,
  kind text not null,
  body_ref text not null unique,
  mime text not null,
  created_at timestamptz not null default now(),
  primary key (check_id, kind)
);

create table identity_tickets (
  ticket_hash bytea primary key,
  check_id text not null references identity_checks on delete cascade,
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null
);
create index identity_tickets_check on identity_tickets (check_id);

-- Until now any word was taken for a requirement, and none was acted on.
update recipients set identity_requirements = '{}' where not identity_requirements <@ array['id_card', 'passport', 'selfie', 'third_party'];
update templates set recipients = (select coalesce(jsonb_agg(person || '{"identityRequirements": []}'), '[]') from jsonb_array_elements(recipients) person)
  where recipients @? '$[*].identityRequirements[*]';
