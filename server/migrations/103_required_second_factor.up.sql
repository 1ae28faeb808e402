-- Members of the organization need a second factor to reach anything of it.
alter table organizations add column require_second_factor boolean not null default false;

-- The organization whose members hear of an event, and those who hear of it for themselves, such as recipients.
alter table events add column org_id text;
alter table events add column party_ids text[] not null default '{}';

-- Salt of the slow hash of all recovery codes of a person. Null: their codes are fast keyed hashes from before, until the next sweep.
alter table second_factors add column recovery_salt bytea;

update events e set org_id = r.org_id from (
  select id, org_id from transactions union all select id, org_id from files union all select id, org_id from templates union all select id, org_id from bulks
) r where r.id = e.resource_id and r.org_id is not null;
