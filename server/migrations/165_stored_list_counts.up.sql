alter view kept_lists rename to stored_list_counts;
-- For nodes of the previous version, while nodes are replaced one after another.
create view kept_lists as select * from stored_list_counts;
-- As in 130, by the new name.
create or replace procedure fill_list_counts() language plpgsql as $$
begin
  update files f set in_bulk = true where not f.in_bulk and f.id in (
    select u.file_id from transactions t join transaction_files u on u.transaction_id = t.id where t.bulk_id is not null
    union select audit_file_id from transactions where bulk_id is not null);
  commit;
  insert into list_count_changes (kind, owner_id, org_id, in_bulk, owner_left, status, change)
    select kind, owner_id, org_id, in_bulk, owner_left, status, coalesce(counted.count, 0) - coalesce(stored.count, 0)
    from counted_lists counted full join stored_list_counts stored using (kind, owner_id, org_id, in_bulk, owner_left, status)
    where coalesce(counted.count, 0) <> coalesce(stored.count, 0);
end $$;
