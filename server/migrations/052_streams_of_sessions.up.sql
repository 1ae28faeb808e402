-- A stream of events ends with the access token its ticket was asked for with. A ticket from before, or from a node that is not
-- updated yet, has none: its stream ends soon, and the client comes back with another.
alter table event_tickets add column bearer text not null default '';
