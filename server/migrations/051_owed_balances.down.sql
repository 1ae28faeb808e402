update subscriptions set balance = 0 where balance < 0;
alter table subscriptions add constraint subscriptions_balance_check check (balance >= 0);
