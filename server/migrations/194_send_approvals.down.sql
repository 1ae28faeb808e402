update uploads set status = 'stored' where purpose = 'prepared' and status = 'waiting';
drop table send_approvals;
alter table organizations drop column send_approval;
