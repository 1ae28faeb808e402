/**
 * Recovery codes, each valid once. Stored as Argon2id over an HMAC. A person's codes share one salt, so that
 * checking an entry costs one slow hash instead of ten.
 */
import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { secondFactorRules } from '#contract/limits/sign-in.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';

/** Alphabet without look-alike characters: 10 out of 31 characters, 49 bits. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeLength = 10;
const saltBytes = 16;

const slowHash = (fast: Buffer, salt: Buffer): Promise<Buffer> => hashRaw(fast, { salt });
const plain = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

export function recoveryCodesWith(key: Buffer) {
  const fastHash = (userId: string, code: string): Buffer => createHmac('sha256', key).update(`${userId}:${plain(code)}`).digest();

  /** Creates new codes, replacing the previous ones. */
  async function make(tx: Tx, userId: string): Promise<string[]> {
    const codes = Array.from({ length: secondFactorRules.recoveryCodes }, newCode);
    const salt = randomBytes(saltBytes);
    const hashes = await Promise.all(codes.map((code) => slowHash(fastHash(userId, code), salt)));
    await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await tx.updateTable('second_factors').set({ recovery_salt: salt }).where('user_id', '=', userId).execute();
    await tx.insertInto('recovery_codes').values(hashes.map((hash) => ({ user_id: userId, code_hash: hash }))).execute();
    return codes;
  }

  /** Whether it is an unused code of this person; marks it as used. */
  async function take(tx: Tx, userId: string, code: string): Promise<boolean> {
    if (plain(code).length !== codeLength) return false;
    const salt = await saltOf(tx, userId);
    if (salt === null) return false;
    const used = await tx.updateTable('recovery_codes').set({ used_at: new Date() })
      .where('user_id', '=', userId).where('code_hash', '=', await slowHash(fastHash(userId, code), salt)).where('used_at', 'is', null).returning('user_id').executeTakeFirst();
    return used !== undefined;
  }

  return { make, take };
}

async function saltOf(tx: Tx, userId: string): Promise<Buffer | null> {
  const row = await tx.selectFrom('second_factors').select('recovery_salt').where('user_id', '=', userId).forUpdate().executeTakeFirst();
  return row === undefined ? null : (row.recovery_salt ?? hashSlowly(tx, userId));
}

/**
 * Upgrades codes from before migration 103, which were stored as fast HMACs. The caller holds the lock on the row
 * of `second_factors`.
 */
async function hashSlowly(tx: Tx, userId: string): Promise<Buffer> {
  const salt = randomBytes(saltBytes);
  for (const { code_hash: fast } of await tx.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', userId).execute()) {
    await tx.updateTable('recovery_codes').set({ code_hash: await slowHash(fast, salt) }).where('user_id', '=', userId).where('code_hash', '=', fast).execute();
  }
  await tx.updateTable('second_factors').set({ recovery_salt: salt }).where('user_id', '=', userId).execute();
  return salt;
}

/** Upgrades the remaining old codes of all accounts. */
export async function hashOldCodesSlowly(db: Db): Promise<void> {
  const rows = await db.selectFrom('second_factors').select('user_id').where('recovery_salt', 'is', null).where('confirmed_at', 'is not', null).execute();
  for (const { user_id: userId } of rows) await db.transaction().execute((tx) => saltOf(tx, userId));
}

function newCode(): string {
  const part = (): string => Array.from({ length: codeLength / 2 }, () => signs[randomInt(signs.length)]).join('');
  return `${part()}-${part()}`;
}
