/** State of a sign-in between the first and the second factor, with the changes that take effect after both. */
import { sql, type Selectable } from 'kysely';
import { links } from '#contract/limits/links.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import type { PendingSignInsTable } from '#server/platform/database/tables/sign-in.tables.ts';
import { AppError } from '#server/platform/app-error.ts';
import { hasSecondFactor } from './second-factors.ts';

export type PendingSignIn = Selectable<PendingSignInsTable>;

/** The first factor. `how` is its method (RFC 8176). */
export interface FirstProof {
  interaction: string;
  userId: string;
  how: string;
  passwordHash?: string;
}

/** A passkey counts as two factors: possession of the key, and what unlocks it. */
const bothInOne = 'hwk';

/** Returns the page that asks for the second factor, or null when the first factor is sufficient. */
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

/**
 * Returns the pending sign-in and counts an attempt, which stays counted even if the caller's transaction fails
 * later. Throws `invalid_session`.
 */
export async function consumePendingAttempt(db: Db, interaction: string): Promise<PendingSignIn> {
  const row = await db.updateTable('pending_sign_ins').set((is) => ({ tries_left: is('tries_left', '-', 1) }))
    .where('interaction', '=', interaction).where('expires_at', '>', new Date()).where('tries_left', '>', 0).returningAll().executeTakeFirst();
  if (!row) throw new AppError('invalid_session');
  return row;
}

/** Ends the pending state; of two concurrent answers one succeeds, the other gets `invalid_session`. */
export async function endPending(tx: Tx, interaction: string): Promise<void> {
  const row = await tx.deleteFrom('pending_sign_ins').where('interaction', '=', interaction).returning('interaction').executeTakeFirst();
  if (!row) throw new AppError('invalid_session');
}

export async function deleteEndedPending(db: Db): Promise<void> {
  await deleteInPortions(db, 'pending_sign_ins', sql<boolean>`expires_at < ${new Date()}`);
}
