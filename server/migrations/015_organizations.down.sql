alter table transactions drop column org_id;
alter table files drop column org_id;
drop table invites;
drop table team_members;
drop table teams;
drop table members;
drop table organizations;
