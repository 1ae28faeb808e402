/** Passwords: kept as Argon2id, guessed at most a few times, and never told apart from an address without one. */
import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import { findUserByEmail, normalizeEmail, type User } from '#server/repositories/users.repository.ts';
import { countAttempt, forgetAttempts, type Origin } from './sign-in-attempts.ts';

/** What is compared where there is no password, so that the time tells nothing. */
let hashOfNobody: Promise<string> | undefined;
const nobodysHash = (): Promise<string> => (hashOfNobody ??= hash(randomBytes(16)));

/** Argon2id with the library's parameters: 19 MiB, two passes, one lane (OWASP's first choice). */
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

/** The person whose password it is. The try is counted before it is judged: guesses side by side don't slip through. */
export async function personOfPassword(db: Db, origin: Origin, email: string, password: string): Promise<User> {
  const address = normalizeEmail(email);
  await db.transaction().execute((tx) => countAttempt(tx, 'password', address, origin));
  // Asked for in any case: the first time it takes as long as a password.
  const nobodys = await nobodysHash();
  const user = await findUserByEmail(db, address);
  // Looked for in any case: one question less would tell that there is no such person.
  const row = await db.selectFrom('passwords').select('hash').where('user_id', '=', user?.id ?? '').executeTakeFirst();
  const right = await verify(row?.hash ?? nobodys, password);
  if (!user || !row || !right) throw new AppError('invalid_code');
  await forgetAttempts(db, 'password', address, origin);
  return user;
}
