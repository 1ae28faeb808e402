drop table event_tickets;
drop table events;
drop function number_event;
drop sequence event_ids;
