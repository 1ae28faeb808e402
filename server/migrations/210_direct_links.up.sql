-- The links of templates by which people become the first recipient of a request. The token is stored as a hash, by which it is found, and
-- sealed, so that its owner can copy it again.
create table direct_links (
  template_id text primary key references templates on delete cascade,
  token_hash bytea not null unique,
  token_sealed bytea not null,
  enabled boolean not null,
  max_uses integer,
  uses integer not null default 0,
  expires_at timestamptz,
  once_per_person boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The requests that were made by them, and who opened the link.
create table direct_link_uses (
  template_id text not null references direct_links on delete cascade,
  transaction_id text not null references transactions on delete cascade,
  recipient_id text not null references recipients on delete cascade,
  primary key (template_id, transaction_id)
);
create unique index direct_link_uses_transaction on direct_link_uses (transaction_id);
create index direct_link_uses_recipient on direct_link_uses (recipient_id);
