-- Documents and requests that their owner left to the parties are in nobody's own list, so their texts are in no space: writing the
-- keys of a new owner cost more than all the rest of a transfer. The keys of every other text stay as they are.
create or replace function row_keys(owner_id text, org_id text, searched text) returns bigint[] language sql immutable parallel safe as $$
  select coalesce(array_agg(hashtextextended(gram, hashtextextended(space, 0))), '{}')
  from unnest(array[nullif(owner_id, '') || '/' || coalesce(org_id, ''), '/' || org_id]) space, (
    select distinct unnest(array[c, c || next, c || next || after_next]) as gram from (
      select c, lead(c) over (order by n) as next, lead(c, 2) over (order by n) as after_next from unnest(string_to_array(searched, null)) with ordinality u(c, n)) chars) grams
  where gram is not null and space is not null
$$;
create or replace function write_transaction_texts(ids text[]) returns void language sql as $$
  insert into transaction_texts as x (transaction_id, owner_id, org_id, text)
    select t.id, case when t.owner_left_at is null then t.owner_id else '' end, case when t.owner_left_at is null then t.org_id end, text_of_transaction(t.id, t.name) from transactions t where t.id = any(ids)
  on conflict (transaction_id) do update set owner_id = excluded.owner_id, org_id = excluded.org_id, text = excluded.text
    where (x.owner_id, x.org_id, x.text) is distinct from (excluded.owner_id, excluded.org_id, excluded.text)
$$;
create or replace function write_file_text() returns trigger language plpgsql as $$
begin
  insert into file_texts (file_id, owner_id, org_id, text) values (new.id, case when new.owner_left_at is null then new.owner_id else '' end, case when new.owner_left_at is null then new.org_id end, search_text(new.title))
  on conflict (file_id) do update set owner_id = excluded.owner_id, org_id = excluded.org_id, text = excluded.text;
  return null;
end $$;

-- The guest that follows a deleted account pays for nothing: nobody can sign in as them.
create or replace function pass_holder() returns trigger language plpgsql as $$
begin
  update file_versions set holder_id = case
    when new.deleted_at is null and not exists (select from account_deletions where successor_id = new.owner_id) then coalesce(new.org_id, new.owner_id)
  end where file_id = new.id;
  return null;
end $$;
