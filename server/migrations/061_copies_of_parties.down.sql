-- What its owner deleted stays deleted.
update transactions set deleted_at = owner_left_at where owner_left_at is not null and deleted_at is null;
update files set deleted_at = owner_left_at where owner_left_at is not null and deleted_at is null;
drop index transactions_owner_left;
alter table transactions drop column owner_left_at;
alter table files drop column owner_left_at;
