/**
 * Work that a browser does before a further try is counted. It costs a person a moment and whoever tries many addresses a lot. Challenges
 * are sealed, not kept: only those that were solved are remembered until they end.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { leadingZeroBits, type WorkChallenge, type WorkSolution } from '#contract/entities/proof-of-work.ts';
import { links } from '#contract/limits.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import type { KeyVault } from '#server/adapters/authority/key-vault.ts';
import { AppError } from '#server/app/app-error.ts';
import type { Config } from '#server/app/config.ts';

const claims = z.object({ id: z.string(), about: z.string(), bits: z.number(), until: z.number() });

/** What is tried, at whose account. */
export interface Try {
  kind: string;
  mailbox: string;
}

/** Passes where the work for this try was done; otherwise refuses with `work_required` and a new challenge. */
export type Prove = (tx: Tx, of: Try) => Promise<void>;

export interface ProofOfWork {
  /** For a request that brought this solution, or none; undefined where no work is asked for. */
  proveBy(solution: WorkSolution | undefined): Prove | undefined;
}

/** With the installation's own key. */
export const openProofOfWork = async (vault: Pick<KeyVault, 'findOrCreate'>, { proofOfWorkBits }: Pick<Config, 'proofOfWorkBits'>): Promise<ProofOfWork> =>
  createProofOfWork(await vault.findOrCreate('identity/challenges', async () => randomBytes(32)), proofOfWorkBits);

export function createProofOfWork(key: Buffer, bits: number, now: () => number = Date.now): ProofOfWork {
  const sealOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const aboutOf = ({ kind, mailbox }: Try): string => sealOf(`about ${kind}/${mailbox}`).toString('base64url');

  function challengeFor(of: Try): WorkChallenge {
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

  async function isDone(tx: Tx, of: Try, { challenge, nonce }: WorkSolution): Promise<boolean> {
    const found = opened(challenge);
    if (found === null || found.until <= now() || found.about !== aboutOf(of)) return false;
    if (leadingZeroBits(createHash('sha256').update(`${challenge}:${nonce}`).digest()) < found.bits) return false;
    return spend(tx, found.id, new Date(found.until));
  }

  return {
    proveBy: (solution) => (bits === 0 ? undefined : async (tx, of) => {
      if (solution === undefined || !(await isDone(tx, of, solution))) throw new AppError('work_required', challengeFor(of));
    }),
  };
}

/** False where it was spent before. */
async function spend(tx: Tx, id: string, until: Date): Promise<boolean> {
  const row = await tx.insertInto('spent_challenges').values({ id: Buffer.from(id, 'base64url'), expires_at: until })
    .onConflict((conflict) => conflict.column('id').doNothing()).returning('id').executeTakeFirst();
  return row !== undefined;
}

export async function deleteSpentChallenges(db: Db): Promise<void> {
  await db.deleteFrom('spent_challenges').where('expires_at', '<', new Date()).execute();
}
