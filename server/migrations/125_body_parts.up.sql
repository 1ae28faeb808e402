-- The parts of a composed body, in order: each is a stored object of its own, and bodies that continue each other share
-- them. A body without rows here is one stored object under its own reference, as all bodies were before.
create table body_parts (
  body_ref text not null,
  position integer not null,
  part_ref text not null,
  -- Bytes; 0 while a tail is still coming.
  size bigint not null,
  created_at timestamptz not null default now(),
  primary key (body_ref, position)
);
create index body_parts_part on body_parts (part_ref);

-- An upload of a tail: the body that it continues, as the client named it, and the object that keeps the tail.
alter table uploads add column base_ref text;
alter table uploads add column base_size bigint;
alter table uploads add column base_hash text;
alter table uploads add column tail_ref text;
alter table uploads add column tail_size bigint;

-- A body counts as the objects that it consists of: what several versions share counts once.
create function objects_of(ref text, bytes bigint) returns table (object_ref text, object_size bigint) language sql stable as $$
  select p.part_ref, p.size from body_parts p where p.body_ref = ref
  union all
  select ref, bytes where not exists (select 1 from body_parts p where p.body_ref = ref)
$$;

create or replace function recount(old_holder text, old_ref text, old_size bigint, new_holder text, new_ref text, new_size bigint) returns void language plpgsql as $$
declare
  object record;
begin
  if (old_holder, old_ref, old_size) is not distinct from (new_holder, new_ref, new_size) then return; end if;
  -- Joining parts locks this table, so that nobody counts the old parts of a body while it is joined.
  lock table storage_bodies in row exclusive mode;
  if old_holder is not null and old_size is not null then
    for object in select * from objects_of(old_ref, old_size) loop perform uncount_body(old_holder, object.object_ref); end loop;
  end if;
  if new_holder is not null and new_size is not null then
    for object in select * from objects_of(new_ref, new_size) loop perform count_body(new_holder, object.object_ref, object.object_size); end loop;
  end if;
end $$;

-- Of an upload of a tail, only the tail counts: its base belongs to the file.
create or replace function recount_upload() returns trigger language plpgsql as $$
begin
  perform recount(
    old.holder_id, coalesce(old.tail_ref, old.body_ref), size_of_upload(old.status, old.purpose, coalesce(old.tail_size, old.size), old.reserved),
    new.holder_id, coalesce(new.tail_ref, new.body_ref), size_of_upload(new.status, new.purpose, coalesce(new.tail_size, new.size), new.reserved));
  return null;
end $$;

create or replace view counted_bodies as
  select holder_id, body_ref, max(size) as size, count(*)::integer as uses from (
    select holder_id, coalesce(tail_ref, body_ref) as body_ref, size_of_upload(status, purpose, coalesce(tail_size, size), reserved) as size from uploads
    union all
    select v.holder_id, coalesce(p.part_ref, v.body_ref), coalesce(p.size, v.size)
    from file_versions v left join body_parts p on p.body_ref = v.body_ref where v.removed_at is null
  ) named
  where holder_id is not null and size is not null
  group by holder_id, body_ref;
