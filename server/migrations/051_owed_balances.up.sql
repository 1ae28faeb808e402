-- What is too little to be charged is owed, until the next charge: a balance below zero.
alter table subscriptions drop constraint subscriptions_balance_check;
