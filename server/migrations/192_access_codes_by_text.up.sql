-- The number to which the access code of a recipient goes by text message, and when the last one was sent.
alter table recipients
  add column access_code_phone text,
  add column access_code_sent_at timestamptz;
