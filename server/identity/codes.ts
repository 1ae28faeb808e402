/** Six-digit codes that prove access to a mailbox or phone: valid for ten minutes, five attempts and one purpose. */
import { sql } from 'kysely';
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { links } from '#contract/limits/links.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import type { KeyVault } from '#server/adapters/authority/key-vault.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import { countAttempt, type Origin } from './sign-in-attempts.ts';

/** The purpose of a code and the address it is sent to. */
interface CodePurpose {
  purpose: string;
  address: string;
}

/** Milliseconds that a code is kept after it expires, for `wasUsedRecently` and for the error of a late entry. */
const retentionMs = 15 * 60 * 1000;

export interface Codes {
  /** Issues a code and cancels earlier ones for the purpose. `send` puts it into the outbox; its result is returned. */
  issue<Sent>(tx: Tx, order: CodePurpose & { origin: Origin }, send: (code: string) => Promise<Sent>): Promise<Sent>;
  /**
   * Checks the digits and returns the code. The attempt is counted even if the caller's transaction fails later.
   * Throws `invalid_code`.
   */
  match(purpose: string, code: string): Promise<MatchedCode>;
}

interface MatchedCode {
  id: string;
  address: string;
}

/** Uses the installation's own HMAC key. */
export const openCodes = async (db: Db, vault: Pick<KeyVault, 'findOrCreate'>): Promise<Codes> =>
  createCodes(db, await vault.findOrCreate('identity/codes', async () => randomBytes(32)));

/**
 * A plain hash of six digits is easily brute-forced, so the codes are stored as an HMAC whose key isn't in the
 * database.
 */
function createCodes(db: Db, key: Buffer): Codes {
  const hashOf = (purpose: string, code: string): Buffer => createHmac('sha256', key).update(`${purpose}:${code}`).digest();
  return {
    issue: async (tx, { purpose, address, origin }, send) => {
      await countAttempt(tx, 'code', address, origin);
      const code = String(randomInt(10 ** links.oneTimeCodeDigits)).padStart(links.oneTimeCodeDigits, '0');
      await cancelCodes(tx, purpose);
      await tx.insertInto('one_time_codes').values({
        id: newId(), email: address, code_hash: hashOf(purpose, code), interaction: purpose,
        tries_left: links.oneTimeCodeTries, expires_at: new Date(Date.now() + links.oneTimeCodeLife),
      }).execute();
      return send(code);
    },
    match: async (purpose, code) => {
      const open = await consumeAttempt(db, purpose);
      if (!timingSafeEqual(open.code_hash, hashOf(purpose, code))) throw new AppError('invalid_code', { triesLeft: open.tries_left });
      return { id: open.id, address: open.email };
    },
  };
}

async function consumeAttempt(db: Db, purpose: string): Promise<{ id: string; email: string; code_hash: Buffer; tries_left: number }> {
  const open = await db
    .updateTable('one_time_codes')
    .set((row) => ({ tries_left: row('tries_left', '-', 1) }))
    .where('interaction', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .where('tries_left', '>', 0)
    .returning(['id', 'email', 'code_hash', 'tries_left'])
    .executeTakeFirst();
  if (open === undefined) throw new AppError('invalid_code', { triesLeft: 0 });
  return open;
}

/** Marks a code as used; throws `invalid_code` if it already is. */
export async function useCode(tx: Tx, { id }: MatchedCode): Promise<void> {
  const used = await tx.updateTable('one_time_codes').set({ used_at: new Date() }).where('id', '=', id).where('used_at', 'is', null).returning('id').executeTakeFirst();
  if (used === undefined) throw new AppError('invalid_code', { triesLeft: 0 });
}

/** Cancels unused codes for this purpose. Used codes stay valid for `wasUsedRecently`, and sent ones stay counted. */
export async function cancelCodes(tx: Db | Tx, purpose: string): Promise<void> {
  await tx.updateTable('one_time_codes').set({ expires_at: new Date() }).where('interaction', '=', purpose).where('used_at', 'is', null).execute();
}

/** Whether a code for this purpose and address was used within the lifetime of a code. */
export async function wasUsedRecently(db: Db | Tx, { purpose, address }: CodePurpose): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_codes')
    .select('id')
    .where('interaction', '=', purpose)
    .where('email', '=', address)
    .where('used_at', '>', new Date(Date.now() - links.oneTimeCodeLife))
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteOldCodes(db: Db): Promise<void> {
  await deleteInPortions(db, 'one_time_codes', sql<boolean>`expires_at < ${new Date(Date.now() - retentionMs)}`);
}
