alter table push_subscriptions drop column if exists session_uid;
