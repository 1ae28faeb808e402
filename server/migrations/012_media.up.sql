create table media (
  id text primary key,
  owner_id text not null references users on delete cascade,
  type text not null check (type in ('signature', 'initials', 'photo')),
  image_ref text not null,
  fill_type text not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index media_owner on media (owner_id, type, created_at);
-- At most one default of a type.
create unique index media_default on media (owner_id, type) where is_default;
