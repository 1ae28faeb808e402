-- Conversion time that each person used lately, which decides who is next; it fades by itself.
create table conversion_use (
  user_id text primary key references users (id) on delete cascade,
  seconds double precision not null,
  counted_at timestamptz not null
);
create index conversion_use_age on conversion_use (counted_at);
