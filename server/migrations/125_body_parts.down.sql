-- Without these rows bodies composed of parts could not be read any more, and nothing else says what they are composed of.
do $$
begin
  if exists (select 1 from body_parts p join file_versions v using (body_ref) where v.removed_at is null)
    or exists (select 1 from body_parts p join uploads u using (body_ref) where u.status in ('stored', 'waiting')) then raise exception 'There are documents stored in parts (body_parts): their rows can''t be removed.'; end if;
end $$;
create or replace view counted_bodies as
  select holder_id, body_ref, max(size) as size, count(*)::integer as uses from (
    select holder_id, body_ref, size_of_upload(status, purpose, size, reserved) as size from uploads
    union all
    select holder_id, body_ref, size from file_versions where removed_at is null
  ) named
  where holder_id is not null and size is not null
  group by holder_id, body_ref;
create or replace function recount_upload() returns trigger language plpgsql as $$
begin
  perform recount(
    old.holder_id, old.body_ref, size_of_upload(old.status, old.purpose, old.size, old.reserved),
    new.holder_id, new.body_ref, size_of_upload(new.status, new.purpose, new.size, new.reserved));
  return null;
end $$;
create or replace function recount(old_holder text, old_ref text, old_size bigint, new_holder text, new_ref text, new_size bigint) returns void language plpgsql as $$
begin
  if (old_holder, old_ref, old_size) is not distinct from (new_holder, new_ref, new_size) then return; end if;
  if old_holder is not null and old_size is not null then perform uncount_body(old_holder, old_ref); end if;
  if new_holder is not null and new_size is not null then perform count_body(new_holder, new_ref, new_size); end if;
end $$;
drop function objects_of(text, bigint);
alter table uploads drop column tail_size;
alter table uploads drop column tail_ref;
alter table uploads drop column base_hash;
alter table uploads drop column base_size;
alter table uploads drop column base_ref;
drop table body_parts;
