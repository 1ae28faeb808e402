-- What a bulk sends is kept as it was when somebody asked for it: its source may change or go while the job runs.
alter table bulks add column blueprint jsonb not null default '{}';
