drop view administrative_acts;
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'administrative acts are kept as they are';
end $$;
alter trigger administrative_actions_append_only on administrative_actions rename to administrative_acts_kept;
alter index administrative_actions_subject rename to administrative_acts_subject;
alter table administrative_actions rename constraint administrative_actions_pkey to administrative_acts_pkey;
alter table administrative_actions rename column action to act;
alter table administrative_actions rename to administrative_acts;
