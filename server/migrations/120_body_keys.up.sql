-- The key of each encrypted body, sealed under a generation of the documents' key. A body without a row is not encrypted.
create table body_keys (
  body_ref text primary key,
  -- Number of the key `documents/N` among the sealed keys.
  generation integer not null,
  -- Key and size of the body. Opens under its own reference only.
  sealed bytea not null,
  -- While a body that was kept plain is encrypted, it may be either.
  converting boolean not null default false,
  created_at timestamptz not null default now()
);
create index body_keys_generation on body_keys (generation);
