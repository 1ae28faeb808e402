drop table identity_tickets;
drop table identity_evidence;
drop table identity_checks;
delete from uploads where purpose = 'identity';
alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check
  check (purpose in ('file', 'file_update', 'prepared', 'signed', 'media', 'media_update', 'avatar'));
