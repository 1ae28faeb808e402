-- A stream of events ends with what its ticket was asked for with; a ticket lives a minute, and another is asked for.
delete from event_tickets;
alter table event_tickets add column bearer text not null;
