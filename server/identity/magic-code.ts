/**
 * Codes in links of mails and text messages: each signs in one person, once, within seven days.
 * Only their hash is stored, so that a copy of the database opens nothing.
 */
import { createHash, randomBytes } from 'node:crypto';
import { links } from '#contract/limits.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import type { Config } from '#server/app/config.ts';
import { lockKey } from '#server/repositories/lock.ts';
import { findOrCreateGuest, findUserById, findUserByPhone, updateUser, type NewPerson, type User } from '#server/repositories/users.repository.ts';

export type MagicCodeFor = { purpose: string } & (NewPerson | { userId: string });

/** Makes a code for a person, giving them a guest account when they have none. */
export async function issueMagicCode(tx: Tx, wanted: MagicCodeFor): Promise<string> {
  const user = 'userId' in wanted ? await findUserById(tx, wanted.userId) : await findOrCreateGuest(tx, wanted);
  if (!user || (user.email === null && user.phone === null)) throw new AppError('not_found');
  const code = randomBytes(24).toString('base64url');
  await tx
    .insertInto('magic_codes')
    .values({
      code_hash: hashOf(code),
      user_id: user.id,
      email: user.email,
      phone: user.email === null ? user.phone : null,
      purpose: wanted.purpose,
      expires_at: new Date(Date.now() + links.magicLinkLife),
    })
    .execute();
  return code;
}

export function magicLink(config: Pick<Config, 'appUrl'>, path: string, code: string): string {
  const url = new URL(path, config.appUrl);
  url.searchParams.set('code', code);
  return url.href;
}

/** Uses a code up and says who it signs in; undefined when it is wrong, used, expired or the address is no longer theirs. */
export async function consumeMagicCode(tx: Tx, code: string): Promise<User | undefined> {
  const used = await tx
    .updateTable('magic_codes')
    .set({ used_at: new Date() })
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .returning(['user_id', 'email', 'phone'])
    .executeTakeFirst();
  if (used === undefined) return undefined;
  const user = await findUserById(tx, used.user_id);
  if (user === undefined || user.email !== used.email) return undefined;
  if (used.phone !== null) return provePhone(tx, user, used.phone);
  // Who opens a link from a mail has proven to read that address.
  return user.email_verified ? user : updateUser(tx, user.id, { email_verified: true });
}

/** Who opens a link from a text message has proven to hold that telephone, unless somebody else has in the meantime. */
async function provePhone(tx: Tx, user: User, phone: string): Promise<User | undefined> {
  if (user.phone !== phone) return undefined;
  await lockKey(tx, `phones/${phone}`);
  const holder = await findUserByPhone(tx, phone);
  if (holder?.id !== user.id) return undefined;
  return user.phone_verified ? user : updateUser(tx, user.id, { phone_verified: true });
}

/** Whether a code, used or not, was made for this person: they may follow their own link again while signed in. */
export async function magicCodeBelongsTo(db: Db | Tx, code: string, userId: string): Promise<boolean> {
  const row = await db.selectFrom('magic_codes').select('user_id').where('code_hash', '=', hashOf(code)).executeTakeFirst();
  return row?.user_id === userId;
}

/** The address a code was sent to, used or not. */
export async function emailOfMagicCode(db: Db, code: string): Promise<string | null> {
  const row = await db.selectFrom('magic_codes').select('email').where('code_hash', '=', hashOf(code)).executeTakeFirst();
  return row?.email ?? null;
}

/** Makes the codes of a purpose worthless, when what they lead to is over. */
export async function revokeMagicCodes(tx: Tx, purpose: string, userId?: string): Promise<void> {
  let query = tx.updateTable('magic_codes').set({ used_at: new Date() }).where('purpose', '=', purpose).where('used_at', 'is', null);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  await query.execute();
}

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();
