drop table integrations;
drop table feedback;
