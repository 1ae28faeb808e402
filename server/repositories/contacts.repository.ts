import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { personTerms } from '#contract/entities/phone-number.ts';
import { counts } from '#contract/limits/counts.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { ContactsTable } from '#server/platform/database/tables/identity.tables.ts';
import { newId } from '#server/platform/id.ts';
import { pageAndOne, type Cursor } from './list-order.ts';
import { lockKey } from './lock.ts';

export interface ContactRow extends Selectable<ContactsTable> {
  /**
   * The account and picture key of the account with the contact's e-mail address, or with its phone number if there
   * is no address; null without a picture.
   */
  pictured: [userId: string, avatar: string] | null;
}

const pictured = sql<ContactRow['pictured']>`case when contacts.email is null
  then (select array[u.id, u.avatar] from users u where u.phone = contacts.phone and u.phone_verified and u.avatar is not null)
  else (select array[u.id, u.avatar] from users u where lower(u.email) = lower(contacts.email) and u.avatar is not null) end`.as('pictured');

export function findContact(db: Db | Tx, id: string): Promise<ContactRow | undefined> {
  return db.selectFrom('contacts').selectAll().select(pictured).where('id', '=', id).executeTakeFirst();
}

/** Finds the contact of the same person: by e-mail address, or by phone number if there is no address. */
export function findSameContact(tx: Tx, ownerId: string, { email, phone }: { email: string | null; phone: string | null }): Promise<ContactRow | undefined> {
  const same = tx.selectFrom('contacts').selectAll().select(pictured).where('owner_id', '=', ownerId);
  return (email ? same.where(sql`lower(email)`, '=', email.toLowerCase()) : same.where('email', 'is', null).where('phone', '=', phone)).executeTakeFirst();
}

/** A contact in a list. `key` is its place in the order: last name first. */
interface ListedContactRow extends ContactRow {
  key: string;
}

const sortKey = sql<string>`concat_ws(' ', last_name, first_name, email, phone) collate list_names`;

/** Returns a page, with one row more if there is a next page. */
export function listContacts(db: Db, ownerId: string, after: Cursor | undefined, search: string | undefined): Promise<ListedContactRow[]> {
  let query = db.selectFrom('contacts').selectAll().select([pictured, sortKey.as('key')]).where('owner_id', '=', ownerId).orderBy(sortKey).orderBy('id').limit(pageAndOne);
  // Names are found in either order, as they are written in different languages.
  if (search) {
    const terms = personTerms(search.toLowerCase());
    const text = sql`lower(concat_ws(' ', first_name, last_name, email, phone, last_name, first_name))`;
    query = query.where(sql<boolean>`exists (select from unnest(${terms}::text[]) as t(term) where position(term in ${text}) > 0)`);
  }
  if (after !== undefined) query = query.where(sql<boolean>`(${sortKey}, id) > (${after.key}::text, ${after.id})`);
  return query.execute();
}

/** Somebody as a contact. */
export interface ContactPerson {
  email: string | null;
  phone: string | null;
  first_name: string | null;
  last_name: string | null;
}

/** Locks the list of a person's contacts: their number is limited, and each person is in it once. */
export const lockContacts = (tx: Tx, ownerId: string): Promise<void> => lockKey(tx, `contacts/${ownerId}`);

/** Adds the people who are not contacts yet, as long as there is room for more. The list must be locked. */
export async function insertMissingContacts(tx: Tx, ownerId: string, people: readonly ContactPerson[]): Promise<void> {
  if (people.length === 0) return;
  const columns = (['email', 'phone', 'first_name', 'last_name'] as const).map((name) => sql`${people.map((person) => person[name])}::text[]`);
  await sql`
    insert into contacts (id, owner_id, email, phone, first_name, last_name)
    select distinct on (lower(email), case when email is null then phone end) id, ${ownerId}, email, phone, first_name, last_name
    from unnest(${people.map(() => newId())}::text[], ${sql.join(columns)}) as p(id, email, phone, first_name, last_name)
    where not exists (select from contacts c where c.owner_id = ${ownerId} and lower(c.email) = lower(p.email))
      and (email is not null or not exists (select from contacts c where c.owner_id = ${ownerId} and c.phone = p.phone))
    order by lower(email), case when email is null then phone end
    limit greatest(0, ${sql.lit(counts.contacts)} - (select count(*) from contacts c where c.owner_id = ${ownerId}))`.execute(tx);
}

export async function countContacts(tx: Tx, ownerId: string): Promise<number> {
  const row = await tx.selectFrom('contacts').select(sql<number>`count(*)::int`.as('count')).where('owner_id', '=', ownerId).executeTakeFirstOrThrow();
  return row.count;
}

export async function insertContact(tx: Tx, row: Insertable<ContactsTable>): Promise<void> {
  await tx.insertInto('contacts').values(row).execute();
}

export async function updateContact(tx: Tx, id: string, changes: Updateable<ContactsTable>): Promise<void> {
  await tx.updateTable('contacts').set({ ...changes, updated_at: new Date() }).where('id', '=', id).execute();
}

export async function deleteContact(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('contacts').where('id', '=', id).execute();
}
