import { domainToASCII, domainToUnicode } from 'node:url';
import { sql, type Selectable } from 'kysely';
import { knownAddress } from '#contract/entities/plus-addresses.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { UsersTable } from '#server/platform/database/tables/identity.tables.ts';
import { newSilentId } from '#server/platform/id.ts';
import { lockKey } from './lock.ts';

export type User = Selectable<UsersTable>;

/** How a person is reached: by e-mail address, or by phone number only if there is no address. */
export type Reach = { email: string; phone?: string | null } | { email: null; phone: string };

export type NewPerson = Reach & {
  firstName?: string | null;
  lastName?: string | null;
  locale?: string | null;
};

/**
 * Normalizes an e-mail address for comparison: lower case, and the domain mapped by IDNA (UTS #46), so that
 * `ｅxample.org` becomes `example.org`. A part after a plus sign is kept, because the person has verified the address
 * with it, unless the installation takes both for the same.
 * Limits and records of an address apply to all its spellings.
 */
export function normalizeEmail(email: string): string {
  const lower = knownAddress(email.trim().toLowerCase());
  const at = lower.lastIndexOf('@') + 1;
  const domain = lower.slice(at);
  return isAscii(domain) ? lower : lower.slice(0, at) + (domainToUnicode(domainToASCII(domain)) || domain);
}

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

/** Returns the spellings of an address: its domain in Unicode and in ASCII (Punycode). */
export function spellingsOf(email: string): string[] {
  const lower = normalizeEmail(email);
  const at = lower.lastIndexOf('@') + 1;
  const domain = lower.slice(at);
  return [...new Set([domain, domainToASCII(domain) || domain, domainToUnicode(domain) || domain])].map((each) => lower.slice(0, at) + each);
}

/** Not an account that is being deleted. */
export function findUserById(db: Db | Tx, id: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).where('deletion_started_at', 'is', null).executeTakeFirst();
}

export function findUserByEmail(db: Db | Tx, email: string): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', anyOf(spellingsOf(email)))
    // If older data has an account for each spelling, the exact match wins.
    .orderBy(sql`lower(email) = ${normalizeEmail(email)}`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Finds the account that has verified a phone number, else the guest account that was made for it. An unverified
 * number in a profile is ignored.
 */
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

/** Finds the account of what somebody typed: an e-mail address, or a phone number. */
export const findUserByAddress = (db: Db | Tx, address: string): Promise<User | undefined> => (address.includes('@') ? findUserByEmail(db, address) : findUserByPhone(db, address));

export const findUserByReach = (db: Db | Tx, reach: Reach): Promise<User | undefined> =>
  reach.email === null ? findUserByPhone(db, reach.phone) : findUserByEmail(db, reach.email);

/**
 * Finds the accounts of several people. The addresses are looked up in one query; the answer for a person is the account that
 * `findUserByReach` finds.
 */
export async function findUsersByReach(db: Db | Tx, people: readonly Reach[]): Promise<(person: Reach) => User | undefined> {
  const byEmail = await findUsersByEmail(db, people.flatMap(({ email }) => email ?? []));
  const byPhone = new Map<string, User | undefined>();
  for (const { email, phone } of people) if (email === null && !byPhone.has(phone)) byPhone.set(phone, await findUserByPhone(db, phone));
  return ({ email, phone }) => (email === null ? byPhone.get(phone ?? '') : spellingsByPriority(email).map((each) => byEmail.get(each)).find(Boolean));
}

/** Returns the accounts by the lower-case address that they were made with. */
async function findUsersByEmail(db: Db | Tx, emails: readonly string[]): Promise<Map<string, User>> {
  if (emails.length === 0) return new Map();
  const rows = await db.selectFrom('users').selectAll().select(sql<string>`lower(email)`.as('lower_email')).where(sql`lower(email)`, '=', anyOf(emails.flatMap(spellingsOf))).execute();
  return new Map(rows.map(({ lower_email: address, ...user }) => [address, user]));
}

/** The exact address first. */
const spellingsByPriority = (email: string): string[] => [normalizeEmail(email), ...spellingsOf(email)];

/** Finds the account of an e-mail address or phone number, or creates a guest account. */
export function findOrCreateGuest(tx: Tx, person: NewPerson): Promise<User> {
  return findOrCreate(tx, person, 'guest');
}

/** Finds or creates the account for a sign-in with a verified address; a guest becomes a user. */
export async function signInByEmail(tx: Tx, person: NewPerson & { email: string }): Promise<User> {
  const user = await findOrCreate(tx, person, 'user');
  if (user.type === 'user' && user.email_verified) return user;
  return updateUser(tx, user.id, { type: 'user', email_verified: true });
}

export function updateUser(tx: Tx, id: string, changes: Partial<Omit<User, 'id' | 'created_at'>>): Promise<User> {
  return tx.updateTable('users').set({ ...changes, updated_at: new Date() }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Returns the picture keys of those of the people who have a picture. */
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
