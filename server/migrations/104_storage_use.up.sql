-- Bytes that each account keeps. A body that several of its files share counts once.
create table storage_use (
  -- A person, an organization, or `signing/` and the person whose signatures wait.
  holder_id text primary key,
  used bigint not null
);
create table storage_bodies (
  holder_id text not null,
  body_ref text not null,
  size bigint not null,
  -- How many uploads and versions of this holder name it.
  uses integer not null,
  primary key (holder_id, body_ref)
);
-- What the check of these counters found last.
create table storage_checks (
  checked_at timestamptz primary key,
  wrong_holders integer not null,
  wrong_bytes bigint not null
);

alter table uploads add column holder_id text;
-- Bytes that were announced for a body that is still coming.
alter table uploads add column reserved bigint;
-- `waiting`: an accepted signature whose time is not proven yet.
alter table uploads drop constraint uploads_status_check;
alter table uploads add constraint uploads_status_check check (status in ('open', 'receiving', 'stored', 'waiting', 'used', 'refused'));
update uploads set holder_id = case purpose when 'signed' then 'signing/' || owner_id else owner_id end;
alter table uploads alter column holder_id set not null;
update uploads set status = 'waiting' where status = 'used' and body_ref in (select body_ref from waiting_signings);
-- Pictures that were replaced or deleted: the sweep removes their bodies now.
update uploads set status = 'refused'
where status = 'used' and purpose in ('media', 'media_update', 'avatar', 'identity')
  and not exists (select 1 from media where image_ref = body_ref)
  and not exists (select 1 from users where avatar = body_ref)
  and not exists (select 1 from organizations where logo = body_ref)
  and not exists (select 1 from identity_evidence e where e.body_ref = uploads.body_ref);

-- Who pays for a version; null where its file was deleted.
alter table file_versions add column holder_id text;
update file_versions v set holder_id = coalesce(f.org_id, f.owner_id) from files f where f.id = v.file_id and f.deleted_at is null;
-- The bodies of deleted files go.
update file_versions v set removed_at = now() from files f where f.id = v.file_id and f.deleted_at is not null and v.removed_at is null;

create function name_holder() returns trigger language plpgsql as $$
begin
  select coalesce(org_id, owner_id) into new.holder_id from files where id = new.file_id and deleted_at is null;
  return new;
end $$;
create trigger holder_of_version before insert on file_versions for each row execute function name_holder();

create function pass_holder() returns trigger language plpgsql as $$
begin
  update file_versions set holder_id = case when new.deleted_at is null then coalesce(new.org_id, new.owner_id) end where file_id = new.id;
  return null;
end $$;
create trigger holder_of_file after update of owner_id, org_id, deleted_at on files for each row
  when ((old.owner_id, old.org_id, old.deleted_at) is distinct from (new.owner_id, new.org_id, new.deleted_at)) execute function pass_holder();

create function count_body(holder text, ref text, bytes bigint) returns void language plpgsql as $$
declare
  is_first boolean;
begin
  insert into storage_bodies as b (holder_id, body_ref, size, uses) values (holder, ref, bytes, 1)
    on conflict (holder_id, body_ref) do update set uses = b.uses + 1 returning b.uses = 1 into is_first;
  if is_first then
    insert into storage_use as u (holder_id, used) values (holder, bytes) on conflict (holder_id) do update set used = u.used + bytes;
  end if;
end $$;

create function uncount_body(holder text, ref text) returns void language plpgsql as $$
declare
  uses_left integer;
  freed bigint;
begin
  update storage_bodies b set uses = b.uses - 1 where b.holder_id = holder and b.body_ref = ref returning b.uses, b.size into uses_left, freed;
  if uses_left = 0 then
    delete from storage_bodies b where b.holder_id = holder and b.body_ref = ref;
    update storage_use u set used = u.used - freed where u.holder_id = holder;
    -- Of an account that is gone nothing stays.
    delete from storage_use u where u.holder_id = holder and u.used = 0;
  end if;
end $$;

-- What an upload counts. Bodies of documents count by their versions once they are used; pictures have none.
create function size_of_upload(status text, purpose text, size bigint, reserved bigint) returns bigint language sql immutable as $$
  select case
    when status = 'receiving' then reserved
    when status in ('stored', 'waiting') or (status = 'used' and purpose in ('media', 'media_update', 'avatar', 'identity')) then size
  end
$$;

create function recount(old_holder text, old_ref text, old_size bigint, new_holder text, new_ref text, new_size bigint) returns void language plpgsql as $$
begin
  if (old_holder, old_ref, old_size) is not distinct from (new_holder, new_ref, new_size) then return; end if;
  if old_holder is not null and old_size is not null then perform uncount_body(old_holder, old_ref); end if;
  if new_holder is not null and new_size is not null then perform count_body(new_holder, new_ref, new_size); end if;
end $$;

create function recount_upload() returns trigger language plpgsql as $$
begin
  perform recount(
    old.holder_id, old.body_ref, size_of_upload(old.status, old.purpose, old.size, old.reserved),
    new.holder_id, new.body_ref, size_of_upload(new.status, new.purpose, new.size, new.reserved));
  return null;
end $$;
create function recount_version() returns trigger language plpgsql as $$
begin
  perform recount(
    old.holder_id, old.body_ref, case when old.removed_at is null then old.size end,
    new.holder_id, new.body_ref, case when new.removed_at is null then new.size end);
  return null;
end $$;
-- At the commit, so that nobody waits for a counter while a document is looked at.
create constraint trigger storage_of_upload after insert or update or delete on uploads
  deferrable initially deferred for each row execute function recount_upload();
create constraint trigger storage_of_version after insert or update or delete on file_versions
  deferrable initially deferred for each row execute function recount_version();

-- What the counters must say.
create view counted_bodies as
  select holder_id, body_ref, max(size) as size, count(*)::integer as uses from (
    select holder_id, body_ref, size_of_upload(status, purpose, size, reserved) as size from uploads
    union all
    select holder_id, body_ref, size from file_versions where removed_at is null
  ) named
  where holder_id is not null and size is not null
  group by holder_id, body_ref;
insert into storage_bodies (holder_id, body_ref, size, uses) select holder_id, body_ref, size, uses from counted_bodies;
insert into storage_use (holder_id, used) select holder_id, sum(size) from storage_bodies group by holder_id;
