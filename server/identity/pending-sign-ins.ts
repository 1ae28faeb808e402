/** Between the first proof of a sign-in and the second: who it was, and what takes effect once both are there. */
import type { Selectable } from 'kysely';
import { links } from '#contract/limits.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import type { PendingSignInsTable } from '#server/adapters/database/tables/sign-in.tables.ts';
import { AppError } from '#server/app/app-error.ts';
import { hasSecondFactor } from './second-factors.ts';

export type PendingSignIn = Selectable<PendingSignInsTable>;

/** What was proven first. `how` is its method (RFC 8176). */
export interface FirstProof {
  interaction: string;
  userId: string;
  how: string;
  passwordHash?: string;
}

/** A passkey is two factors: something one has, and what unlocks it. */
const bothInOne = 'hwk';

/** The page that asks for the second factor, where this person has one; null where the first proof is enough. */
export async function secondStep(db: Db, { interaction, userId, how, passwordHash }: FirstProof): Promise<string | null> {
  if (how === bothInOne || !(await hasSecondFactor(db, userId))) return null;
  const row = {
    user_id: userId, how, password_hash: passwordHash ?? null, tries_left: links.oneTimeCodeTries, expires_at: new Date(Date.now() + links.oneTimeCodeLife),
  };
  await db.insertInto('pending_sign_ins').values({ interaction, ...row }).onConflict((conflict) => conflict.column('interaction').doUpdateSet(row)).execute();
  return `/sign-in?${new URLSearchParams({ uid: interaction, second_factor: 'true' })}`;
}

export const findPending = (db: Db, interaction: string): Promise<Pick<PendingSignIn, 'user_id'> | undefined> =>
  db.selectFrom('pending_sign_ins').select('user_id').where('interaction', '=', interaction).where('expires_at', '>', new Date()).executeTakeFirst();

export const isPending = async (db: Db, interaction: string): Promise<boolean> => (await findPending(db, interaction)) !== undefined;

/** The sign-in that waits; the try is counted for good, whatever comes after. */
export async function takePendingTry(db: Db, interaction: string): Promise<PendingSignIn> {
  const row = await db.updateTable('pending_sign_ins').set((is) => ({ tries_left: is('tries_left', '-', 1) }))
    .where('interaction', '=', interaction).where('expires_at', '>', new Date()).where('tries_left', '>', 0).returningAll().executeTakeFirst();
  if (!row) throw new AppError('invalid_session');
  return row;
}

/** Ends the waiting; of two answers at the same time one gets through. */
export async function endPending(tx: Tx, interaction: string): Promise<void> {
  const row = await tx.deleteFrom('pending_sign_ins').where('interaction', '=', interaction).returning('interaction').executeTakeFirst();
  if (!row) throw new AppError('invalid_session');
}

export async function deleteEndedPending(db: Db): Promise<void> {
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<', new Date()).execute();
}
