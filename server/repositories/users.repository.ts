import { domainToASCII, domainToUnicode } from 'node:url';
import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import type { UsersTable } from '#server/adapters/database/tables/identity.tables.ts';
import { newId } from '#server/app/id.ts';

export type User = Selectable<UsersTable>;

export interface NewPerson {
  email: string;
  firstName?: string | null;
  lastName?: string | null;
  locale?: string | null;
}

/** Addresses are compared without regard to case; the part after a plus belongs to the address that was proven. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** The spellings of one address: its domain in the script of its language, and in ASCII. */
export function spellingsOf(email: string): string[] {
  const lower = normalizeEmail(email);
  const at = lower.lastIndexOf('@') + 1;
  const domain = lower.slice(at);
  return [...new Set([domain, domainToASCII(domain) || domain, domainToUnicode(domain) || domain])].map((each) => lower.slice(0, at) + each);
}

export function findUserById(db: Db | Tx, id: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findUserByEmail(db: Db | Tx, email: string): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, 'in', spellingsOf(email))
    // Where both spellings have an account from before, the one that is written the same.
    .orderBy(sql`lower(email) = ${normalizeEmail(email)}`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The account of an address; someone who has none gets a guest's. */
export function findOrCreateGuest(tx: Tx, person: NewPerson): Promise<User> {
  return findOrCreate(tx, person, 'guest');
}

/** The account of someone who signed in of their own accord with a proven address: a guest becomes a user. */
export async function signInByEmail(tx: Tx, person: NewPerson): Promise<User> {
  const user = await findOrCreate(tx, person, 'user');
  if (user.type === 'user' && user.email_verified) return user;
  return updateUser(tx, user.id, { type: 'user', email_verified: true });
}

export function updateUser(tx: Tx, id: string, changes: Partial<Omit<User, 'id' | 'created_at'>>): Promise<User> {
  return tx.updateTable('users').set({ ...changes, updated_at: new Date() }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

async function findOrCreate(tx: Tx, person: NewPerson, type: User['type']): Promise<User> {
  const known = await findUserByEmail(tx, person.email);
  if (known) return known;
  await tx
    .insertInto('users')
    .values({
      id: newId(),
      type,
      email: normalizeEmail(person.email),
      first_name: person.firstName ?? null,
      last_name: person.lastName ?? null,
      locale: person.locale ?? null,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .execute();
  return tx.selectFrom('users').selectAll().where(sql`lower(email)`, '=', normalizeEmail(person.email)).executeTakeFirstOrThrow();
}
