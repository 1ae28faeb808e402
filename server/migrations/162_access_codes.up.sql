-- Access codes of recipients, as keyed hashes; the session in which one was entered; wrong entries since the code was set.
alter table recipients
  add column access_code_required boolean not null default false,
  add column access_code_hash text,
  add column access_code_failures integer not null default 0,
  add column access_session text,
  add column access_entered_at timestamptz;
