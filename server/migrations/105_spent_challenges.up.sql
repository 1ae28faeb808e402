-- Challenges that were solved: none works twice.
create table spent_challenges (
  id bytea primary key,
  expires_at timestamptz not null
);
create index spent_challenges_end on spent_challenges (expires_at);
