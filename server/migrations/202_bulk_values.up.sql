-- What a list fills in for each person, by the names of the fields.
alter table bulk_recipients add column values jsonb not null default '{}';
