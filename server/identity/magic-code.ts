/**
 * Magic links in mails and text messages. A link opens a page whose button issues a pass; the pass signs the link's
 * person in once and expires within minutes. Codes are stored as hashes, so that a copy of the database can't be
 * used to sign in.
 */
import { createHash, randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Locale } from '#contract/languages.ts';
import { links } from '#contract/limits/links.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import type { MagicCodesTable } from '#server/platform/database/tables/identity.tables.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { lockKey } from '#server/repositories/lock.ts';
import { findOrCreateGuest, findUserById, findUserByPhone, updateUser, type NewPerson, type User } from '#server/repositories/users.repository.ts';

export type MagicCode = Selectable<MagicCodesTable>;

/**
 * `expiresAt`: when the link expires; without it, the link is valid as long as what it refers to. `asksEveryDevice`: others than
 * its person have seen the link, so that the first device is asked for a one-time code too.
 */
type MagicCodeFor = { purpose: string; expiresAt?: Date; asksEveryDevice?: boolean } & (NewPerson | { userId: string } | { user: User });

/** Such a link counts as opened by no device, so that none is the first. */
export const asksEveryDevice = ({ used_at: usedAt, used_by: usedBy }: Pick<MagicCode, 'used_at' | 'used_by'>): boolean => usedAt !== null && usedBy === null;

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/**
 * Creates a link code for a person, with a guest account if they have none. Throws `not_found` for an unknown
 * account or one without address.
 */
export async function issueMagicCode(tx: Tx, wanted: MagicCodeFor): Promise<string> {
  const user = await holderOf(tx, wanted);
  if (!user || (user.email === null && user.phone === null)) throw new AppError('not_found');
  return insertCode(tx, {
    user_id: user.id, email: user.email, phone: user.email === null ? user.phone : null, purpose: wanted.purpose,
    kind: 'link', expires_at: wanted.expiresAt ?? null, ...(wanted.asksEveryDevice && { used_at: new Date() }),
  });
}

async function holderOf(tx: Tx, wanted: MagicCodeFor): Promise<User | undefined> {
  if ('user' in wanted) return wanted.user;
  return 'userId' in wanted ? findUserById(tx, wanted.userId) : findOrCreateGuest(tx, wanted);
}

/** Issues the pass that the authorization endpoint accepts after the link's button was pressed. */
export function issuePass(tx: Tx, { user_id, email, phone, purpose }: Pick<MagicCode, 'user_id' | 'email' | 'phone' | 'purpose'>): Promise<string> {
  return insertCode(tx, { user_id, email, phone, purpose, kind: 'pass', expires_at: new Date(Date.now() + links.signInCodeLife) });
}

type NewCode = Pick<MagicCode, 'user_id' | 'email' | 'phone' | 'purpose' | 'kind' | 'expires_at'> & Partial<Pick<MagicCode, 'used_at'>>;

async function insertCode(tx: Tx, row: NewCode): Promise<string> {
  const code = randomBytes(24).toString('base64url');
  await tx.insertInto('magic_codes').values({ ...row, code_hash: hashOf(code) }).execute();
  return code;
}

/** `locale`: the language of the mail, in which the page opens. */
export function magicLink(config: Pick<Config, 'appUrl'>, path: string, code: string, locale?: Locale): string {
  const url = new URL(path, config.appUrl);
  url.searchParams.set('code', code);
  if (locale !== undefined) url.searchParams.set('lang', locale);
  return url.href;
}

/** Finds the link with this code, whatever its state. */
export function findMagicCode(db: Db | Tx, code: string): Promise<MagicCode | undefined> {
  return db.selectFrom('magic_codes').selectAll().where('code_hash', '=', hashOf(code)).where('kind', '=', 'link').executeTakeFirst();
}

/**
 * Whether this is the first device to open the link. The same page may retry within minutes, in case the response
 * got lost.
 */
export async function isFirstOpening(tx: Tx, { code_hash: hash }: MagicCode, attempt: string): Promise<boolean> {
  const by = hashOf(attempt);
  const first = await tx.updateTable('magic_codes').set({ used_at: new Date(), used_by: by }).where('code_hash', '=', hash).where('used_at', 'is', null).returning('purpose').executeTakeFirst();
  if (first !== undefined) return true;
  const again = await tx.selectFrom('magic_codes').select('purpose')
    .where('code_hash', '=', hash).where('used_by', '=', by).where('used_at', '>', new Date(Date.now() - links.signInCodeLife)).executeTakeFirst();
  return again !== undefined;
}

/**
 * Redeems a pass and returns its person; undefined when it is invalid, used, expired, revoked, or the address is no
 * longer theirs.
 */
export async function consumePass(tx: Tx, code: string): Promise<User | undefined> {
  const used = await tx
    .updateTable('magic_codes')
    .set({ used_at: new Date() })
    .where('code_hash', '=', hashOf(code))
    .where('kind', '=', 'pass')
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .returning(['user_id', 'email', 'phone'])
    .executeTakeFirst();
  if (used === undefined) return undefined;
  const user = await findUserById(tx, used.user_id);
  if (user === undefined || user.email !== used.email) return undefined;
  if (used.phone !== null) return provePhone(tx, user, used.phone);
  // Opening a link from a mail verifies the address.
  return user.email_verified ? user : updateUser(tx, user.id, { email_verified: true });
}

/** Opening a link from a text message verifies the phone number, unless another account has verified it meanwhile. */
export async function provePhone(tx: Tx, user: User, phone: string): Promise<User | undefined> {
  if (user.phone !== phone) return undefined;
  await lockKey(tx, `phones/${phone}`);
  const holder = await findUserByPhone(tx, phone);
  if (holder?.id !== user.id) return undefined;
  return user.phone_verified ? user : updateUser(tx, user.id, { phone_verified: true });
}

/**
 * Records that the person signed in in this browser agrees to be replaced by the pass's person. False when the pass
 * is invalid.
 */
export async function confirmPass(db: Db, code: string, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('magic_codes').set({ agreed_by: userId }).where('code_hash', '=', hashOf(code)).where('kind', '=', 'pass')
    .where('used_at', 'is', null).where('revoked_at', 'is', null).where('expires_at', '>', new Date()).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the person a pass would sign in and who agreed to it; undefined when it is invalid. */
export async function holderOfPass(db: Db, code: string): Promise<{ holder: User; agreedBy: string | null } | undefined> {
  const pass = await db.selectFrom('magic_codes').select(['user_id', 'agreed_by']).where('code_hash', '=', hashOf(code)).where('kind', '=', 'pass')
    .where('used_at', 'is', null).where('revoked_at', 'is', null).where('expires_at', '>', new Date()).executeTakeFirst();
  const holder = pass && (await findUserById(db, pass.user_id));
  return pass && holder && { holder, agreedBy: pass.agreed_by };
}

/** Whether a link or pass, used or not, was issued to this person, who may then follow it again while signed in. */
export async function magicCodeBelongsTo(db: Db | Tx, code: string, userId: string): Promise<boolean> {
  const row = await db.selectFrom('magic_codes').select('user_id').where('code_hash', '=', hashOf(code)).executeTakeFirst();
  return row?.user_id === userId;
}

/** Returns the address that a code was sent to, used or not. */
export async function emailOfMagicCode(db: Db, code: string): Promise<string | null> {
  const row = await db.selectFrom('magic_codes').select('email').where('code_hash', '=', hashOf(code)).executeTakeFirst();
  return row?.email ?? null;
}

/** Revokes the links of a purpose, for example when a transaction ends; with `userId` only that person's. */
export async function revokeMagicCodes(tx: Tx, purposes: readonly string[], userId?: string): Promise<void> {
  let query = tx.updateTable('magic_codes').set({ revoked_at: new Date() }).where('purpose', '=', anyOf(purposes)).where('revoked_at', 'is', null);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  await query.execute();
}

/** Revokes a person's links of a purpose that ask every device. */
export async function revokeHandedLinks(tx: Tx, purpose: string, userId: string): Promise<void> {
  await tx.updateTable('magic_codes').set({ revoked_at: new Date() }).where('purpose', '=', purpose).where('user_id', '=', userId)
    .where('kind', '=', 'link').where('used_at', 'is not', null).where('used_by', 'is', null).where('revoked_at', 'is', null).execute();
}

export async function deleteExpiredPasses(db: Db): Promise<void> {
  await deleteInPortions(db, 'magic_codes', sql<boolean>`kind = 'pass' and expires_at < ${new Date()}`);
}
