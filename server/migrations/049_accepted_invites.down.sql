delete from invites where accepted_at is not null;
alter table invites drop column accepted_at;
