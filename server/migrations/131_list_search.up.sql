-- Search and order of lists. The order of names is the same in every language: numbers by their value, without case
-- and accents.
create collation list_names (provider = icu, locale = 'und-u-kn-true-ks-level1');

create function search_text(text) returns text language sql immutable parallel safe as $$ select lower($1 collate "und-x-icu") $$;

-- All groups of three characters, and of two where one is of a script that writes words with two. Not pg_trgm: in a
-- database with the locale C, such as the embedded one, it knows only the letters of English.
create function search_grams(searched text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}') from (
    select substr(searched, n, 3) as gram from generate_series(1, length(searched) - 2) n
    union all
    select pair from (select substr(searched, n, 2) as pair from generate_series(1, length(searched) - 1) n) pairs
    where greatest(ascii(pair), ascii(substr(pair, 2))) >= 11904) grams
$$;

-- What a list of transactions is searched for: title and recipients, one a line. Their owner is looked up.
create table transaction_texts (
  transaction_id text primary key references transactions on delete cascade,
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
  insert into transaction_texts as x (transaction_id, text)
    select t.id, text_of_transaction(t.id, t.name) from transactions t where t.id = any(ids)
  on conflict (transaction_id) do update set text = excluded.text where x.text <> excluded.text
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
create trigger text_of_renamed after update of name on transactions for each row when (old.name <> new.name) execute function write_renamed_transaction_text();
create trigger texts_of_added_recipients after insert on recipients referencing new table as changed_rows for each statement execute function write_texts_of_recipients();
create trigger texts_of_removed_recipients after delete on recipients referencing old table as changed_rows for each statement execute function write_texts_of_recipients();
create trigger text_of_recipient after update of transaction_id, first_name, last_name, email, phone on recipients for each row
  when ((old.transaction_id, old.first_name, old.last_name, old.email, old.phone) is distinct from (new.transaction_id, new.first_name, new.last_name, new.email, new.phone))
  execute function write_text_of_recipient();

insert into transaction_texts (transaction_id, text) select id, text_of_transaction(id, name) from transactions;
