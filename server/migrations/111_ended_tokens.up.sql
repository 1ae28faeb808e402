-- Access tokens that somebody ended before their time, as they are kept: who still bears one is told so, and forgets the person.
create table ended_tokens (
  bearer text primary key,
  expires_at timestamptz not null
);
create index ended_tokens_expiry on ended_tokens (expires_at);
