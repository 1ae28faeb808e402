-- A slow hash can't be turned back: people make new recovery codes.
delete from recovery_codes where user_id in (select user_id from second_factors where recovery_salt is not null);
alter table second_factors drop column recovery_salt;
alter table events drop column party_ids;
alter table events drop column org_id;
alter table organizations drop column require_second_factor;
