/**
 * Second factor: six-digit TOTP codes (RFC 6238, by otpauth) or one of ten recovery codes. The secret is sealed. No
 * code works twice.
 */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { sql } from 'kysely';
import type { SecondFactor, SecondFactorSetup } from '#contract/entities/second-factor.ts';
import { secondFactorRules } from '#contract/limits/sign-in.ts';
import { sealedNames, type KeyVault } from '#server/adapters/authority/key-vault.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { lockKey } from '#server/repositories/lock.ts';
import { findUserById } from '#server/repositories/users.repository.ts';
import { mailAccountChange, type ChangeConfig } from './account-changes.ts';
import { recoveryCodesWith } from './recovery-codes.ts';
import { endSessionsBut, signInOf } from './sessions.ts';
import { forgetFactorInSessions, noteFactorInSession } from './second-factor-enforcement.ts';
import { countAttempt, forgetAttempts, originOfKnown, type Origin } from './sign-in-attempts.ts';

const { digits, period, window } = secondFactorRules;
const issuer = 'Countersign';

export type SecondFactors = Awaited<ReturnType<typeof createSecondFactors>>;

/** A person who changes their own factor; attempts are counted per account. */
interface Owner {
  userId: string;
  bearer?: string | null;
}

const appOf = (secret: Buffer, label = ''): TOTP =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits, period, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

export async function createSecondFactors({ db, vault, config }: { db: Db; vault: KeyVault; config: ChangeConfig }) {
  const codesToRecover = recoveryCodesWith(await vault.findOrCreate('identity/recovery-codes', async () => randomBytes(32)));
  const secretOf = (userId: string, sealed: Buffer): Buffer => vault.unseal(sealedNames.secondFactor(userId), sealed);

  async function get({ userId }: Owner): Promise<SecondFactor> {
    const row = await confirmed(db, userId);
    const left = await db.selectFrom('recovery_codes').select(sql<number>`count(*)::int`.as('count')).where('user_id', '=', userId).where('used_at', 'is', null).executeTakeFirst();
    return { isOn: row !== undefined, since: row?.confirmed_at?.toISOString() ?? null, recoveryCodesLeft: left?.count ?? 0 };
  }

  async function begin({ userId }: Owner): Promise<SecondFactorSetup> {
    const secret = randomBytes(20);
    const user = await db.transaction().execute(async (tx) => {
      await lockKey(tx, `second-factors/${userId}`);
      if (await confirmed(tx, userId)) throw new AppError('conflict');
      await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
      await tx.insertInto('second_factors').values({ user_id: userId, secret_sealed: vault.seal(sealedNames.secondFactor(userId), secret) }).execute();
      return findUserById(tx, userId);
    });
    const app = appOf(secret, user?.email ?? user?.phone ?? userId);
    return { secret: app.secret.base32, uri: app.toString() };
  }

  async function confirm(owner: Owner, code: string): Promise<{ recoveryCodes: string[] }> {
    const { userId, bearer } = owner;
    const origin = await counted(owner);
    const recoveryCodes = await db.transaction().execute(async (tx) => {
      await lockKey(tx, `second-factors/${userId}`);
      if (await confirmed(tx, userId)) throw new AppError('conflict');
      if (!(await takeStep(tx, userId, code))) throw new AppError('invalid_code');
      await mailAccountChange(tx, config, await findUserById(tx, userId), { kind: 'second_factor' });
      await tx.updateTable('second_factors').set({ confirmed_at: sql<Date>`now()` }).where('user_id', '=', userId).execute();
      // The other sessions began without the second factor.
      await endSessionsBut(tx, userId, bearer ?? '');
      // A code was entered in this session.
      await noteFactorInSession(tx, bearer ?? '');
      return codesToRecover.make(tx, userId);
    });
    await forgetAttempts(db, 'factor', countedAs(userId), origin);
    return { recoveryCodes };
  }

  async function renewCodes(owner: Owner, code: string): Promise<{ recoveryCodes: string[] }> {
    await check(owner.userId, code, originOfOwner(owner));
    return db.transaction().execute(async (tx) => ({ recoveryCodes: await codesToRecover.make(tx, owner.userId) }));
  }

  async function remove(owner: Owner, code: string | undefined): Promise<void> {
    const byPasskey = (await signInOf(db, owner.bearer ?? null))?.how === 'hwk';
    if (code !== undefined) await check(owner.userId, code, originOfOwner(owner));
    else if (!byPasskey) throw new AppError('invalid_code');
    await db.transaction().execute(async (tx) => { await removeFactor(tx, config, owner.userId); });
  }

  /** Throws `invalid_code` unless the code is valid and unused. The attempt is counted before it is checked. */
  async function check(userId: string, code: string, origin: Origin): Promise<void> {
    await db.transaction().execute((tx) => countAttempt(tx, 'factor', countedAs(userId), origin));
    const isRight = await db.transaction().execute(async (tx) =>
      (await confirmed(tx, userId)) !== undefined && ((await takeStep(tx, userId, code)) || (await codesToRecover.take(tx, userId, code))));
    if (!isRight) throw new AppError('invalid_code');
    await forgetAttempts(db, 'factor', countedAs(userId), origin);
  }

  /** Accepts each time step once, and none before the last accepted one (RFC 6238, 5.2). */
  async function takeStep(tx: Tx, userId: string, code: string): Promise<boolean> {
    const token = code.replaceAll(/\s/g, '');
    const row = await tx.selectFrom('second_factors').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();
    if (!row || !/^\d{6}$/.test(token)) return false;
    const app = appOf(secretOf(userId, row.secret_sealed));
    const delta = app.validate({ token, window });
    const step = app.counter() + (delta ?? 0);
    if (delta === null || step <= Number(row.last_step)) return false;
    await tx.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId).execute();
    return true;
  }

  async function counted(owner: Owner): Promise<Origin> {
    const origin = originOfOwner(owner);
    await db.transaction().execute((tx) => countAttempt(tx, 'factor', countedAs(owner.userId), origin));
    return origin;
  }

  return { get, begin, confirm, renewCodes, remove, check };
}

const countedAs = (userId: string): string => `account/${userId}`;
const originOfOwner = ({ userId }: Owner): Origin => originOfKnown(`account/${userId}`);

const confirmed = (db: Db | Tx, userId: string) =>
  db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).where('confirmed_at', 'is not', null).executeTakeFirst();

export const hasSecondFactor = async (db: Db | Tx, userId: string): Promise<boolean> => (await confirmed(db, userId)) !== undefined;

/** Removes the factor and notifies the owner. Returns false without a notice when none was confirmed. */
export async function removeFactor(tx: Tx, config: ChangeConfig, userId: string): Promise<boolean> {
  const removed = await tx.deleteFrom('second_factors').where('user_id', '=', userId).returning('confirmed_at').executeTakeFirst();
  if (!removed?.confirmed_at) return false;
  await forgetFactorInSessions(tx, userId);
  await mailAccountChange(tx, config, await findUserById(tx, userId), { kind: 'second_factor_removed' });
  return true;
}
