drop table attachments;

delete from uploads where purpose = 'attachment';
alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check
  check (purpose in ('file', 'file_update', 'prepared', 'signed', 'media', 'media_update', 'avatar', 'identity'));

create or replace function size_of_upload(status text, purpose text, size bigint, reserved bigint) returns bigint language sql immutable as $$
  select case
    when status = 'receiving' then reserved
    when status in ('stored', 'waiting') or (status = 'used' and purpose in ('media', 'media_update', 'avatar', 'identity')) then size
  end
$$;

alter table recipients drop column attachments;
