/**
 * Limits on password guesses and on codes sent to an address. Attempts are counted per origin, so that an attacker
 * can't lock out the owner. A higher limit counts all origins together; devices on which the owner signed in before
 * are exempt from it. From a network with many attempts, each further one requires a proof of work.
 */
import { sql } from 'kysely';
import { canonicalEmail } from '#contract/entities/common.ts';
import { attemptLimits } from '#contract/limits/sign-in.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Prove } from './proof-of-work.ts';

type AttemptKind = keyof typeof attemptLimits.most;

/** The origin of an attempt: a network, a device, or a session. */
export interface Origin {
  key: string;
  /** The account's owner has signed in from this origin before. */
  isKnown: boolean;
  /** Verifies the proof of work for a further attempt; absent when none is required. */
  prove?: Prove | undefined;
}

/** The origin of an authenticated person, or of somebody with a link sent to them: counted separately. */
export const originOfKnown = (key: string): Origin => ({ key, isKnown: true });

/** Returns the mailbox of an address: the canonical spelling without the `+tag`. */
export function mailboxOf(address: string): string {
  const canonical = canonicalEmail(address);
  const at = canonical.lastIndexOf('@');
  return at < 0 ? canonical : canonical.slice(0, at).replace(/(?!^)\+.*$/, '') + canonical.slice(at);
}

/**
 * Counts an attempt before it is made, so that concurrent attempts can't exceed the limit. Throws
 * `too_many_requests`, or `work_required` through `origin.prove`.
 */
export async function countAttempt(tx: Tx, kind: AttemptKind, address: string, origin: Origin): Promise<void> {
  const mailbox = mailboxOf(address);
  await lockFor(tx, `${kind}/${mailbox}`);
  const { own, all } = await tx
    .selectFrom('sign_in_attempts')
    .select([sql<number>`count(*)::int`.as('all'), sql<number>`(count(*) filter (where origin = ${origin.key}))::int`.as('own')])
    .where('mailbox', '=', mailbox)
    .where('kind', '=', kind)
    .where('created_at', '>', new Date(Date.now() - attemptLimits.window))
    .executeTakeFirstOrThrow();
  const { fromOneOrigin, fromAll } = attemptLimits.most[kind];
  if (own >= fromOneOrigin || (all >= fromAll && !origin.isKnown)) throw new AppError('too_many_requests');
  if (origin.prove && (own >= attemptLimits.withoutWork || (await isBusy(tx, origin)))) await origin.prove(tx, { kind, mailbox });
  await tx.insertInto('sign_in_attempts').values({ kind, mailbox, origin: origin.key }).execute();
}

/**
 * Whether many attempts came from this network, at whichever accounts. Known devices are exempt. The lock keeps
 * concurrent attempts at different accounts from passing together.
 */
async function isBusy(tx: Tx, { key, isKnown }: Origin): Promise<boolean> {
  if (isKnown) return false;
  await lockFor(tx, `origin/${key}`);
  const { attempts } = await tx
    .selectFrom('sign_in_attempts')
    .select(sql<number>`count(*)::int`.as('attempts'))
    .where('origin', '=', key)
    .where('created_at', '>', new Date(Date.now() - attemptLimits.window))
    .executeTakeFirstOrThrow();
  return attempts >= attemptLimits.withoutWorkByNetwork;
}

async function lockFor(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** A correct password clears the failed attempts of its own origin; those of other origins still count. */
export async function forgetAttempts(db: Db, kind: AttemptKind, address: string, origin: Origin): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('mailbox', '=', mailboxOf(address)).where('kind', '=', kind).where('origin', '=', origin.key).execute();
}

export async function deleteOldAttempts(db: Db): Promise<void> {
  await deleteInPortions(db, 'sign_in_attempts', sql<boolean>`created_at < ${new Date(Date.now() - attemptLimits.window)}`);
}
