-- Deletions and transfers that have begun stop where they are: an older version repeats them as a whole. The addresses come back,
-- unless a new account has them.
update users u set phone = coalesce(d.phone, u.phone),
  email = case when d.email is null or exists (select 1 from users o where lower(o.email) = lower(d.email)) then u.email else d.email end
from account_deletions d where d.user_id = u.id;
drop trigger files_in_bulk_of_deleted on transactions;
drop function note_audit_of_deleted;
drop table resource_transfers;
drop table account_deletions;
alter table users drop column deletion_started_at;
