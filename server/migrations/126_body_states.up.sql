-- Finds bodies of more than 32 parts, which are joined.
create index body_parts_long on body_parts (body_ref) where position = 32;

-- The states of the digests at the end of a body (SHA-256, 384 and 512): the hashes of what continues it, and of its signatures,
-- are computed from the tail alone. Opaque, of one version of the core; made anew where it is missing.
create table body_states (
  body_ref text primary key,
  state bytea not null,
  -- What is known of the objects of the document.
  objects bytea,
  created_at timestamptz not null default now()
);
