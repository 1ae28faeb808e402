drop table organization_activity;
