-- The last message that asked a recipient to sign: a mail or a text message, which may wait for a server that is down.
alter table recipients add column notice_id text;
create index recipients_notice on recipients (notice_id) where notice_id is not null;
-- When a mail server last failed to take a mail.
alter table mails add column tried_at timestamptz;
create index mails_waiting on mails (tried_at) where status = 'queued' and tried_at is not null;
create index mails_sent on mails (sent_at) where sent_at is not null;
