-- The session in which a device asked for web push messages: it gets none after somebody has ended that session. Null in rows that a
-- node of the previous version writes.
alter table push_subscriptions add column session_uid text;
create index push_subscriptions_session on push_subscriptions (session_uid) where session_uid is not null;
