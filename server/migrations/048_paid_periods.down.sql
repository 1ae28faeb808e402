alter table subscriptions drop column paid;
