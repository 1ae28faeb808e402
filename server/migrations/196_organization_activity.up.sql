-- What was done in an organization, for its administrators: who sent, joined, changed settings. No titles and no names: both are read where
-- they are shown, by whoever may see them. Ids are in the order of recording, which is the order of the list.
create table organization_activity (
  id bigint generated always as identity primary key,
  org_id text not null references organizations on delete cascade,
  kind text not null,
  -- Whoever did it; null if the installation did. An account that is deleted leaves its id here, which names nobody any more.
  actor_id text,
  -- Whose it is: the sender of the request, or the member whom it concerns.
  member_id text,
  transaction_id text,
  team_id text,
  at timestamptz not null default clock_timestamp()
);
create index organization_activity_org on organization_activity (org_id, id);
create index organization_activity_kind on organization_activity (org_id, kind, id);
create index organization_activity_actor on organization_activity (org_id, actor_id, id);
create index organization_activity_member on organization_activity (org_id, member_id, id);
