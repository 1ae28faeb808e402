-- What the triggers would have counted.
insert into storage_bodies (holder_id, body_ref, size, uses) select holder_id, body_ref, size, uses from counted_bodies;
insert into storage_use (holder_id, used) select holder_id, sum(size) from storage_bodies group by holder_id;
insert into list_counts (kind, owner_id, org_id, in_bulk, owner_left, status, count)
  select kind, owner_id, org_id, in_bulk, owner_left, status, count from counted_lists;
select setval('event_ids', 6 * :total + 1), setval('insight_numbers', 6 * :total + 7);
