alter table event_tickets drop column bearer;
