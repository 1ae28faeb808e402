drop table if exists notifications;
