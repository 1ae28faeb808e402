delete from transactions where end_to_end_encrypted;
drop trigger owner_of_encrypted on transactions;
drop function pass_encrypted_bodies();
drop table encrypted_versions;
drop function own_encrypted_body();

delete from uploads where purpose = 'encrypted';
alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check
  check (purpose in ('file', 'file_update', 'prepared', 'signed', 'media', 'media_update', 'avatar', 'identity', 'attachment'));

create or replace function size_of_upload(status text, purpose text, size bigint, reserved bigint) returns bigint language sql immutable as $$
  select case
    when status = 'receiving' then reserved
    when status in ('stored', 'waiting') or (status = 'used' and purpose in ('media', 'media_update', 'avatar', 'identity', 'attachment')) then size
  end
$$;

drop trigger late_encryption on transactions;
drop function refuse_late_encryption();
drop trigger plain_file on transaction_files;
drop function refuse_plain_file();
alter table transactions drop constraint transactions_encrypted_check;
alter table transactions drop column end_to_end_encrypted;
