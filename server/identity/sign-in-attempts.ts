/**
 * Limits on guesses at a password and on codes sent to an address. They are counted by who makes them, so that nobody can use them to shut
 * out the owner of an account. A higher limit counts everybody together; devices on which the owner signed in before pass it.
 */
import { sql } from 'kysely';
import { canonicalEmail } from '#contract/entities/common.ts';
import { attemptLimits } from '#contract/limits.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import type { Prove } from './proof-of-work.ts';

export type AttemptKind = keyof typeof attemptLimits.most;

/** Who makes an attempt: a network, a device, or a session. */
export interface Origin {
  key: string;
  /** The owner of the account has signed in there before. */
  isKnown: boolean;
  /** Shows that work was done for a further try; absent where none is asked for. */
  prove?: Prove | undefined;
}

/** Somebody who has proven who they are, or has the link that was sent to them: they are counted by themselves. */
export const originOfKnown = (key: string): Origin => ({ key, isKnown: true });

/** Every spelling and every `+tag` of an address leads to one mailbox. */
export function mailboxOf(address: string): string {
  const canonical = canonicalEmail(address);
  const at = canonical.lastIndexOf('@');
  return at < 0 ? canonical : canonical.slice(0, at).replace(/(?!^)\+.*$/, '') + canonical.slice(at);
}

/** Counts an attempt before it is made, so that attempts side by side don't slip through. */
export async function countAttempt(tx: Tx, kind: AttemptKind, address: string, origin: Origin): Promise<void> {
  const mailbox = mailboxOf(address);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}/${mailbox}`}, 0))`.execute(tx);
  const { own, all } = await tx
    .selectFrom('sign_in_attempts')
    .select([sql<number>`count(*)::int`.as('all'), sql<number>`(count(*) filter (where origin = ${origin.key}))::int`.as('own')])
    .where('mailbox', '=', mailbox)
    .where('kind', '=', kind)
    .where('created_at', '>', new Date(Date.now() - attemptLimits.window))
    .executeTakeFirstOrThrow();
  const { fromOneOrigin, fromAll } = attemptLimits.most[kind];
  if (own >= fromOneOrigin || (all >= fromAll && !origin.isKnown)) throw new AppError('too_many_requests');
  if (own >= attemptLimits.withoutWork) await origin.prove?.(tx, { kind, mailbox });
  await tx.insertInto('sign_in_attempts').values({ kind, mailbox, origin: origin.key }).execute();
}

/** The right password forgets the wrong ones of the same origin; those of others still count. */
export async function forgetAttempts(db: Db, kind: AttemptKind, address: string, origin: Origin): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('mailbox', '=', mailboxOf(address)).where('kind', '=', kind).where('origin', '=', origin.key).execute();
}

export async function deleteOldAttempts(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('created_at', '<', new Date(Date.now() - attemptLimits.window)).execute();
}
