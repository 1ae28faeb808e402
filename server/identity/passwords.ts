/**
 * Passwords: stored as Argon2id, limited attempts, and no difference visible between a wrong password and an
 * unknown address.
 */
import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findUserByEmail, normalizeEmail, type User } from '#server/repositories/users.repository.ts';
import { countAttempt, forgetAttempts, type Origin } from './sign-in-attempts.ts';

/** Hash to verify against when there is no password, so that timing reveals nothing. */
let hashOfNobody: Promise<string> | undefined;
const nobodysHash = (): Promise<string> => (hashOfNobody ??= hash(randomBytes(16)));

/** Argon2id with the library's defaults: 19 MiB, two passes, one lane (OWASP's first choice). */
export async function setPassword(tx: Tx, userId: string, password: string): Promise<void> {
  await storePassword(tx, userId, await hashPassword(password));
}

export const hashPassword = (password: string): Promise<string> => hash(password);

export async function storePassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  const row = { user_id: userId, hash: passwordHash, updated_at: sql<Date>`now()` };
  await tx.insertInto('passwords').values(row).onConflict((conflict) => conflict.column('user_id').doUpdateSet(row)).execute();
}

export async function hasPassword(db: Db | Tx, userId: string): Promise<boolean> {
  return (await db.selectFrom('passwords').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined;
}

/**
 * Returns the person with this password; throws `invalid_code`. The attempt is counted before it is checked, so
 * that concurrent guesses can't exceed the limit.
 */
export async function verifyPassword(db: Db, origin: Origin, email: string, password: string): Promise<User> {
  const address = normalizeEmail(email);
  await db.transaction().execute((tx) => countAttempt(tx, 'password', address, origin));
  // Computed in every case: the first call takes as long as hashing a password.
  const nobodys = await nobodysHash();
  const user = await findUserByEmail(db, address);
  // Queried in every case: one query less would reveal that the account doesn't exist.
  const row = await db.selectFrom('passwords').select('hash').where('user_id', '=', user?.id ?? '').executeTakeFirst();
  const right = await verify(row?.hash ?? nobodys, password);
  if (!user || !row || !right) throw new AppError('invalid_code');
  await forgetAttempts(db, 'password', address, origin);
  return user;
}
