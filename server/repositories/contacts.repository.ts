import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { counts } from '#contract/limits.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { ContactsTable } from '#server/platform/database/tables/identity.tables.ts';

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

/** Sort key of contacts: last name first. */
const sortKey = sql<string>`lower(concat_ws(' ', last_name, first_name, email, phone))`;

export function listContacts(db: Db, ownerId: string, after: string | undefined, search: string | undefined): Promise<ContactRow[]> {
  let query = db.selectFrom('contacts').selectAll().select(pictured).where('owner_id', '=', ownerId).orderBy(sortKey).orderBy('id').limit(counts.listPage + 1);
  if (search) {
    query = query.where(sql<boolean>`position(${search.toLowerCase()} in lower(concat_ws(' ', first_name, last_name, email, phone))) > 0`);
  }
  if (after !== undefined) {
    query = query.where(sql<boolean>`(${sortKey}, id) > (select ${sortKey}, id from contacts where id = ${after} and owner_id = ${ownerId})`);
  }
  return query.execute();
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
