create or replace view counted_bodies as
  select holder_id, body_ref, max(size) as size, count(*)::integer as uses from (
    select holder_id, coalesce(tail_ref, body_ref) as body_ref, size_of_upload(status, purpose, coalesce(tail_size, size), reserved) as size from uploads
    union all
    select v.holder_id, coalesce(p.part_ref, v.body_ref), coalesce(p.size, v.size)
    from file_versions v left join body_parts p on p.body_ref = v.body_ref where v.removed_at is null
  ) named
  where holder_id is not null and size is not null
  group by holder_id, body_ref;

delete from transactions where end_to_end_encrypted;
drop table encrypted_versions;
drop function recount_encrypted();
drop trigger holder_of_encrypted_transaction on transactions;
drop function pass_encrypted_holder();
drop function name_encrypted_holder();

delete from uploads where purpose = 'encrypted';
alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check
  check (purpose in ('file', 'file_update', 'prepared', 'signed', 'media', 'media_update', 'avatar', 'identity', 'attachment'));

drop trigger late_encryption on transactions;
drop function refuse_late_encryption();
drop trigger plain_file on transaction_files;
drop function refuse_plain_file();
alter table transactions drop constraint transactions_encrypted_check;
alter table transactions drop column end_to_end_encrypted;
