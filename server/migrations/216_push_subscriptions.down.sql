drop table if exists push_subscriptions;
