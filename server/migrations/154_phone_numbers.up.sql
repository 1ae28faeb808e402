-- Phone numbers are stored in the international form, as the server reads them from now on. Earlier numbers were stored as typed,
-- and are not equal to what the same person is called today. Numbers without a country code that are not American stay.
create function international_phone(phone text) returns text language sql immutable as $$
  select case
    when phone ~ '^00[1-9][0-9]{6,14}$' then '+' || substr(phone, 3)
    when phone ~ '^011[2-9][0-9]{9,14}$' then '+' || substr(phone, 4)
    when phone ~ '^1?[2-9][0-9]{2}[2-9][0-9]{6}$' then '+1' || right(phone, 10)
    else phone
  end
$$;

update recipients set phone = international_phone(phone) where phone <> international_phone(phone);
update carbon_copies set phone = international_phone(phone) where phone <> international_phone(phone);
update magic_codes set phone = international_phone(phone) where phone <> international_phone(phone);
update verifications set address = international_phone(address) where kind = 'phone' and address <> international_phone(address);
update templates set recipients = (
    select jsonb_agg(case when r ->> 'phone' <> international_phone(r ->> 'phone') then jsonb_set(r, '{phone}', to_jsonb(international_phone(r ->> 'phone'))) else r end order by n)
    from jsonb_array_elements(recipients) with ordinality x(r, n))
  where exists (select from jsonb_array_elements(recipients) r where r ->> 'phone' <> international_phone(r ->> 'phone'));

-- One account holds a confirmed number, and one contact a number without an address: where two spellings were stored, the
-- number goes to the one that has it already, else to the first.
update users set phone = international_phone(phone) where not phone_verified and phone <> international_phone(phone);
update users set phone = international_phone(phone) where id in (
  select distinct on (international_phone(phone)) id from users
  where phone_verified and phone <> international_phone(phone)
    and not exists (select from users o where o.phone_verified and o.phone = international_phone(users.phone))
  order by international_phone(phone), created_at, id);
update contacts set phone = international_phone(phone) where email is not null and phone <> international_phone(phone);
update contacts set phone = international_phone(phone) where id in (
  select distinct on (owner_id, international_phone(phone)) id from contacts
  where email is null and phone <> international_phone(phone)
    and not exists (select from contacts o where o.owner_id = contacts.owner_id and o.email is null and o.phone = international_phone(contacts.phone))
  order by owner_id, international_phone(phone), created_at, id);

drop function international_phone(text);
