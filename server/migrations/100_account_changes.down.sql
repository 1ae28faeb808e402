drop table account_changes;
