import { domainToASCII, domainToUnicode } from 'node:url';
import { sql, type Selectable } from 'kysely';
import { anyOf } from '#server/adapters/database/any-of.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import type { UsersTable } from '#server/adapters/database/tables/identity.tables.ts';
import { newSilentId } from '#server/app/id.ts';
import { lockKey } from './lock.ts';

export type User = Selectable<UsersTable>;

/** Where somebody is reached; by number only who has no address. */
export type Reach = { email: string; phone?: string | null } | { email: null; phone: string };

export type NewPerson = Reach & {
  firstName?: string | null;
  lastName?: string | null;
  locale?: string | null;
};

/**
 * Addresses are compared without regard to case; the part after a plus belongs to the address that was proven. Letters that a domain's
 * look-alikes stand for are those letters (`ｅxample.org` is `example.org`): what is counted or kept for an address is so for all of them.
 */
export function normalizeEmail(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf('@') + 1;
  const domain = lower.slice(at);
  return isAscii(domain) ? lower : lower.slice(0, at) + (domainToUnicode(domainToASCII(domain)) || domain);
}

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

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

/** The account that has proven a number, or else the guest's that was made for it: a number that somebody merely wrote down says nothing. */
export function findUserByPhone(db: Db | Tx, phone: string): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('phone', '=', phone)
    .where((is) => is.or([is('phone_verified', '=', true), is.and([is('email', 'is', null), is('type', '=', 'guest')])]))
    .orderBy('phone_verified', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export const findUserByReach = (db: Db | Tx, reach: Reach): Promise<User | undefined> =>
  reach.email === null ? findUserByPhone(db, reach.phone) : findUserByEmail(db, reach.email);

/** The account of an address or a number; someone who has none gets a guest's. */
export function findOrCreateGuest(tx: Tx, person: NewPerson): Promise<User> {
  return findOrCreate(tx, person, 'guest');
}

/** The account of someone who signed in of their own accord with a proven address: a guest becomes a user. */
export async function signInByEmail(tx: Tx, person: NewPerson & { email: string }): Promise<User> {
  const user = await findOrCreate(tx, person, 'user');
  if (user.type === 'user' && user.email_verified) return user;
  return updateUser(tx, user.id, { type: 'user', email_verified: true });
}

export function updateUser(tx: Tx, id: string, changes: Partial<Omit<User, 'id' | 'created_at'>>): Promise<User> {
  return tx.updateTable('users').set({ ...changes, updated_at: new Date() }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** What names the pictures of those of these people who have one. */
export async function findPictures(db: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('users').select(['id', 'avatar']).where('id', '=', anyOf(ids)).where('avatar', 'is not', null).$narrowType<{ avatar: string }>().execute();
  return new Map(rows.map(({ id, avatar }) => [id, avatar]));
}

async function findOrCreate(tx: Tx, person: NewPerson, type: User['type']): Promise<User> {
  if (person.email === null) await lockKey(tx, `phones/${person.phone}`);
  const known = await findUserByReach(tx, person);
  if (known) return known;
  const id = newSilentId();
  await tx
    .insertInto('users')
    .values({
      id,
      type,
      email: person.email === null ? null : normalizeEmail(person.email),
      phone: person.email === null ? person.phone : null,
      first_name: person.firstName ?? null,
      last_name: person.lastName ?? null,
      locale: person.locale ?? null,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .execute();
  const made = tx.selectFrom('users').selectAll();
  return (person.email === null ? made.where('id', '=', id) : made.where(sql`lower(email)`, '=', normalizeEmail(person.email))).executeTakeFirstOrThrow();
}
