/** Passwords: kept as Argon2id, guessed at most a few times, and never told apart from an address without one. */
import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { canonicalEmail } from '#contract/entities/common.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import { findUserByEmail, normalizeEmail, type User } from '#server/repositories/users.repository.ts';

/** Argon2id with the library's parameters: 19 MiB, two passes, one lane (OWASP's first choice). */
const mostFailures = 10;
const countedFor = 15 * 60 * 1000;

/** What is compared where there is no password, so that the time tells nothing. */
let hashOfNobody: Promise<string> | undefined;
const nobodysHash = (): Promise<string> => (hashOfNobody ??= hash(randomBytes(16)));

export async function setPassword(tx: Tx, userId: string, password: string): Promise<void> {
  const row = { user_id: userId, hash: await hash(password), updated_at: new Date() };
  await tx.insertInto('passwords').values(row).onConflict((conflict) => conflict.column('user_id').doUpdateSet(row)).execute();
}

export async function hasPassword(db: Db | Tx, userId: string): Promise<boolean> {
  return (await db.selectFrom('passwords').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined;
}

/** The person whose password it is. The try is counted before it is judged: guesses side by side don't slip through. */
export async function personOfPassword(db: Db, email: string, password: string): Promise<User> {
  const address = normalizeEmail(email);
  // Every spelling of an address has the same tries.
  const counted = canonicalEmail(address);
  await countTry(db, counted);
  // Asked for in any case: the first time it takes as long as a password.
  const nobodys = await nobodysHash();
  const user = await findUserByEmail(db, address);
  // Looked for in any case: one question less would tell that there is no such person.
  const row = await db.selectFrom('passwords').select('hash').where('user_id', '=', user?.id ?? '').executeTakeFirst();
  const right = await verify(row?.hash ?? nobodys, password);
  if (!user || !row || !right) throw new AppError('invalid_code');
  await db.deleteFrom('password_attempts').where('email', '=', counted).execute();
  return user;
}

async function countTry(db: Db, email: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`passwords/${email}`}, 0))`.execute(tx);
    const { count } = await tx
      .selectFrom('password_attempts')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('email', '=', email)
      .where('created_at', '>', new Date(Date.now() - countedFor))
      .executeTakeFirstOrThrow();
    if (count >= mostFailures) throw new AppError('too_many_requests');
    await tx.insertInto('password_attempts').values({ email }).execute();
  });
}

export async function deleteOldAttempts(db: Db): Promise<void> {
  await db.deleteFrom('password_attempts').where('created_at', '<', new Date(Date.now() - countedFor)).execute();
}
