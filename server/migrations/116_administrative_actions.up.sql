alter table administrative_acts rename to administrative_actions;
alter table administrative_actions rename column act to action;
alter table administrative_actions rename constraint administrative_acts_pkey to administrative_actions_pkey;
alter index administrative_acts_subject rename to administrative_actions_subject;
alter trigger administrative_acts_kept on administrative_actions rename to administrative_actions_append_only;
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'administrative actions are append-only';
end $$;
-- For nodes of the previous version, while nodes are replaced one after another.
create view administrative_acts as
  select number, action as act, actor, subject, details, done_at, previous_hash, hash from administrative_actions;
