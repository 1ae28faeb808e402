/**
 * Proof of work before a further attempt is counted. It costs a person a moment, but is expensive for anyone who
 * tries many addresses. Challenges are authenticated by HMAC instead of being stored; only solved ones are
 * remembered until they expire.
 */
import { sql } from 'kysely';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { leadingZeroBits, type WorkChallenge, type WorkSolution } from '#contract/entities/proof-of-work.ts';
import { links } from '#contract/limits/links.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import type { KeyVault } from '#server/adapters/authority/key-vault.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';

const claims = z.object({ id: z.string(), about: z.string(), bits: z.number(), until: z.number() });

/** The kind of attempt and the mailbox it concerns. */
interface WorkSubject {
  kind: string;
  mailbox: string;
}

/** Resolves when the work for this attempt was done; otherwise throws `work_required` with a new challenge. */
export type Prove = (tx: Tx, of: WorkSubject) => Promise<void>;

export interface ProofOfWork {
  /** Returns the check for a request with this solution, or without one; undefined when proof of work is off. */
  proveBy(solution: WorkSolution | undefined): Prove | undefined;
}

/** Uses the installation's own HMAC key. */
export const openProofOfWork = async (vault: Pick<KeyVault, 'findOrCreate'>, { proofOfWorkBits }: Pick<Config, 'proofOfWorkBits'>): Promise<ProofOfWork> =>
  createProofOfWork(await vault.findOrCreate('identity/challenges', async () => randomBytes(32)), proofOfWorkBits);

export function createProofOfWork(key: Buffer, bits: number, now: () => number = Date.now): ProofOfWork {
  const sealOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const aboutOf = ({ kind, mailbox }: WorkSubject): string => sealOf(`about ${kind}/${mailbox}`).toString('base64url');

  function challengeFor(of: WorkSubject): WorkChallenge {
    const content = { id: randomBytes(16).toString('base64url'), about: aboutOf(of), bits, until: now() + links.challengeLife };
    const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
    return { challenge: `${payload}.${sealOf(payload).toString('base64url')}`, bits };
  }

  function opened(challenge: string): z.output<typeof claims> | null {
    const [payload = '', seal = ''] = challenge.split('.');
    const given = Buffer.from(seal, 'base64url');
    const expected = sealOf(payload);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  }

  async function isDone(tx: Tx, of: WorkSubject, { challenge, nonce }: WorkSolution): Promise<boolean> {
    const found = opened(challenge);
    if (found === null || found.until <= now() || found.about !== aboutOf(of)) return false;
    if (leadingZeroBits(createHash('sha256').update(`${challenge}:${nonce}`).digest()) < found.bits) return false;
    return spend(tx, Buffer.from(found.id, 'base64url'), new Date(found.until));
  }

  return {
    proveBy: (solution) => (bits === 0 ? undefined : async (tx, of) => {
      if (solution === undefined || !(await isDone(tx, of, solution))) throw new AppError('work_required', challengeFor(of));
    }),
  };
}

/** Records a solved challenge; false when it was used before. */
export async function spend(tx: Tx, id: Buffer, until: Date): Promise<boolean> {
  const row = await tx.insertInto('spent_challenges').values({ id, expires_at: until })
    .onConflict((conflict) => conflict.column('id').doNothing()).returning('id').executeTakeFirst();
  return row !== undefined;
}

export async function deleteSpentChallenges(db: Db): Promise<void> {
  await deleteInPortions(db, 'spent_challenges', sql<boolean>`expires_at < ${new Date()}`);
}
