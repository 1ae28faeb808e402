-- The outbox: a mail is written in the transaction of the change it speaks of.
create table mails (
  id text primary key,
  template text not null,
  recipient text not null,
  recipient_name text,
  locale text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  status text not null default 'queued' check (status in ('kept', 'queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_created on mails (created_at desc);
