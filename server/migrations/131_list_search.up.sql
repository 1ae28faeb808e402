-- Search and order of lists. The index of texts holds the space of each, so that a word that others use often costs
-- nothing where it is rare. Not pg_trgm: in a database with the locale C, such as the embedded one, it knows only the letters of
-- English.

-- The order of names is the same in every language: numbers by their value, without case and accents.
create collation list_names (provider = icu, locale = 'und-u-kn-true-ks-level1');

create function search_text(text) returns text language sql immutable parallel safe as $$ select lower($1 collate "und-x-icu") $$;

-- Hashes of all groups of one to three characters of a text, in each space whose lists show the resource: its owner's,
-- and the organization's as its administrators see it. Hashes may collide: the text itself is compared afterwards.
create function row_keys(owner_id text, org_id text, searched text) returns bigint[] language sql immutable parallel safe as $$
  select coalesce(array_agg(hashtextextended(gram, hashtextextended(space, 0))), '{}')
  from unnest(array[owner_id || '/' || coalesce(org_id, ''), '/' || org_id]) space, (
    select distinct unnest(array[c, c || next, c || next || after_next]) as gram from (
      select c, lead(c) over (order by n) as next, lead(c, 2) over (order by n) as after_next from unnest(string_to_array(searched, null)) with ordinality u(c, n)) chars) grams
  where gram is not null and space is not null
$$;
-- The keys that a text in the space has if it contains the term.
create function term_keys(space text, term text) returns bigint[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct hashtextextended(substr(term, n, 3), hashtextextended(space, 0))), '{}') from generate_series(1, greatest(length(term) - 2, 1)) n
$$;

-- What a list of transactions is searched for: title and recipients, one a line. Their owner is looked up.
create table transaction_texts (
  transaction_id text primary key references transactions on delete cascade,
  owner_id text not null,
  org_id text,
  text text not null
);
create function person_text(first_name text, last_name text, email text, phone text) returns text language sql immutable parallel safe as $$
  select concat_ws(E'\n', nullif(concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')), ''), email, phone)
$$;
create function text_of_transaction(id text, name text) returns text language sql stable as $$
  select search_text(concat_ws(E'\n', text_of_transaction.name, (
    select string_agg(person_text(r.first_name, r.last_name, r.email, r.phone), E'\n' order by r.position) from recipients r where r.transaction_id = text_of_transaction.id)))
$$;
create function write_transaction_texts(ids text[]) returns void language sql as $$
  insert into transaction_texts as x (transaction_id, owner_id, org_id, text)
    select t.id, t.owner_id, t.org_id, text_of_transaction(t.id, t.name) from transactions t where t.id = any(ids)
  on conflict (transaction_id) do update set owner_id = excluded.owner_id, org_id = excluded.org_id, text = excluded.text
    where (x.owner_id, x.org_id, x.text) is distinct from (excluded.owner_id, excluded.org_id, excluded.text)
$$;
create function write_new_transaction_texts() returns trigger language plpgsql as $$
begin
  perform write_transaction_texts(array(select id from new_rows));
  return null;
end $$;
create function write_texts_of_recipients() returns trigger language plpgsql as $$
begin
  perform write_transaction_texts(array(select distinct transaction_id from changed_rows));
  return null;
end $$;
create function write_renamed_transaction_text() returns trigger language plpgsql as $$
begin
  perform write_transaction_texts(array[new.id]);
  return null;
end $$;
create function write_text_of_recipient() returns trigger language plpgsql as $$
begin
  perform write_transaction_texts(array[old.transaction_id, new.transaction_id]);
  return null;
end $$;
create trigger texts_of_transactions after insert on transactions referencing new table as new_rows for each statement execute function write_new_transaction_texts();
create trigger text_of_renamed after update of name, owner_id, org_id on transactions for each row
  when ((old.name, old.owner_id, old.org_id) is distinct from (new.name, new.owner_id, new.org_id)) execute function write_renamed_transaction_text();
create trigger texts_of_added_recipients after insert on recipients referencing new table as changed_rows for each statement execute function write_texts_of_recipients();
create trigger texts_of_removed_recipients after delete on recipients referencing old table as changed_rows for each statement execute function write_texts_of_recipients();
create trigger text_of_recipient after update of transaction_id, first_name, last_name, email, phone on recipients for each row
  when ((old.transaction_id, old.first_name, old.last_name, old.email, old.phone) is distinct from (new.transaction_id, new.first_name, new.last_name, new.email, new.phone))
  execute function write_text_of_recipient();

create table file_texts (
  file_id text primary key references files on delete cascade,
  owner_id text not null,
  org_id text,
  text text not null
);
create function write_file_text() returns trigger language plpgsql as $$
begin
  insert into file_texts (file_id, owner_id, org_id, text) values (new.id, new.owner_id, new.org_id, search_text(new.title))
  on conflict (file_id) do update set owner_id = excluded.owner_id, org_id = excluded.org_id, text = excluded.text;
  return null;
end $$;
create trigger text_of_added after insert on files for each row execute function write_file_text();
create trigger text_of_changed after update of title, owner_id, org_id on files for each row
  when ((old.title, old.owner_id, old.org_id) is distinct from (new.title, new.owner_id, new.org_id)) execute function write_file_text();

-- Title and names of the roles, one a line.
create table template_texts (
  template_id text primary key references templates on delete cascade,
  owner_id text not null,
  org_id text,
  text text not null
);
create function text_of_template(name text, recipients jsonb) returns text language sql immutable parallel safe as $$
  select search_text(concat_ws(E'\n', name, (select string_agg(r ->> 'role', E'\n') from jsonb_array_elements(recipients) r)))
$$;
create function write_template_text() returns trigger language plpgsql as $$
begin
  insert into template_texts (template_id, owner_id, org_id, text) values (new.id, new.owner_id, new.org_id, text_of_template(new.name, new.recipients))
  on conflict (template_id) do update set owner_id = excluded.owner_id, org_id = excluded.org_id, text = excluded.text;
  return null;
end $$;
create trigger text_of_added after insert on templates for each row execute function write_template_text();
create trigger text_of_changed after update of name, owner_id, org_id, recipients on templates for each row
  when ((old.name, old.owner_id, old.org_id, old.recipients) is distinct from (new.name, new.owner_id, new.org_id, new.recipients)) execute function write_template_text();

-- Writes the texts of rows that were there before the triggers (134), in portions, while the product runs: whoever changes a row
-- meanwhile waits for one portion at most. It can be done again. `searched` is an expression over a row `t`.
create procedure fill_list_texts(listed regclass, texts regclass, key text, searched text) language plpgsql as $$
declare
  last text := '';
  ids text[];
begin
  loop
    execute format('select array(select id from %s where id > $1 order by id limit 1000)', listed) into ids using last;
    exit when ids = '{}';
    -- Locked, so that a row that is deleted meanwhile is left out.
    execute format('insert into %s (%I, owner_id, org_id, text) select t.id, t.owner_id, t.org_id, %s from %s t where t.id = any($1) for key share
      on conflict (%2$I) do nothing', texts, key, searched, listed) using ids;
    commit;
    last := ids[cardinality(ids)];
  end loop;
end $$;
