drop table auth_events;
