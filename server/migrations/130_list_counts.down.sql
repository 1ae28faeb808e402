drop procedure fill_list_counts();
do $$
declare
  name text;
  event text;
begin
  foreach name in array array['transactions', 'files', 'templates', 'bulks'] loop
    foreach event in array array['insert', 'delete', 'update'] loop
      execute format('drop trigger count_%2$s on %1$s; drop function count_%1$s_%2$s()', name, event);
    end loop;
  end loop;
end $$;
drop view kept_lists;
drop view counted_lists;
drop view countable;
drop trigger files_in_bulk_removed on transaction_files;
drop trigger files_in_bulk_added on transaction_files;
drop trigger files_in_bulk_of_transaction on transactions;
drop function note_old_files();
drop function note_new_files();
drop function note_files_of_transaction();
drop function note_files_in_bulk(text[]);
alter table files drop column in_bulk;
drop table list_count_checks;
drop table list_count_changes;
drop table list_counts;
