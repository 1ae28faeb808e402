/**
 * A CAPTCHA before the first code for an address in a sign-in, where the operator has set one up. It is required on
 * every device that isn't known to the account, whether or not there is an account, so it reveals nothing.
 */
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { CaptchaChallenge } from '#contract/entities/captcha.ts';
import { captcha as limits } from '#contract/limits/sign-in.ts';
import { captchaVerifier } from '#server/adapters/captcha/siteverify.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { spend } from './proof-of-work.ts';
import { mailboxOf, type Origin } from './sign-in-attempts.ts';

interface CodeRequest {
  interaction: string;
  /** The address or number that the code is for. */
  address: string;
  origin: Pick<Origin, 'isKnown'>;
  /** The token of the widget, if the page has shown it. */
  token: string | undefined;
  /** Network address of the caller. */
  caller: string;
}

/** Resolves when a code may be sent; otherwise throws `captcha_required`, `captcha_failed` or `captcha_unavailable`. */
export type AssertCaptcha = (request: CodeRequest) => Promise<void>;

interface Parts {
  db: Db;
  config: Pick<Config, 'captcha' | 'issuer'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

export function openCaptcha({ db, config: { captcha, issuer }, log }: Parts): AssertCaptcha {
  if (captcha === null) return () => Promise.resolve();
  const verify = captchaVerifier({ verifyUrl: captcha.verifyUrl, secret: captcha.secret, hostname: new URL(issuer).hostname }, log);
  const challenge: CaptchaChallenge = { provider: captcha.provider, siteKey: captcha.siteKey, script: captcha.scriptUrl };
  return async ({ interaction, address, origin, token, caller }) => {
    const pass = { interaction, mailbox: mailboxOf(address) };
    if (origin.isKnown || (await hasPassed(db, pass))) return;
    if (token === undefined) throw new AppError('captcha_required', challenge);
    const verdict = await verify(token, caller);
    if (verdict === 'unavailable' && captcha.failOpen) return;
    if (verdict === 'unavailable') throw new AppError('captcha_unavailable');
    if (verdict === 'refused' || !(await remember(db, pass, token))) throw new AppError('captcha_failed');
  };
}

interface Pass {
  interaction: string;
  mailbox: string;
}

async function hasPassed(db: Db, { interaction, mailbox }: Pass): Promise<boolean> {
  const row = await db.selectFrom('captcha_passes').select('mailbox')
    .where('interaction', '=', interaction).where('mailbox', '=', mailbox).where('expires_at', '>', new Date()).executeTakeFirst();
  return row !== undefined;
}

/** Records the pass; false when the token was used before, which a provider should have refused. */
async function remember(db: Db, pass: Pass, token: string): Promise<boolean> {
  const until = new Date(Date.now() + limits.passLife);
  return db.transaction().execute(async (tx) => {
    if (!(await spend(tx, createHash('sha256').update(token).digest(), until))) return false;
    await insertPass(tx, pass, until);
    return true;
  });
}

async function insertPass(tx: Tx, pass: Pass, until: Date): Promise<void> {
  await tx.insertInto('captcha_passes').values({ ...pass, expires_at: until })
    .onConflict((conflict) => conflict.columns(['interaction', 'mailbox']).doUpdateSet({ expires_at: until })).execute();
}

export async function deleteOldCaptchaPasses(db: Db): Promise<void> {
  await deleteInPortions(db, 'captcha_passes', sql<boolean>`expires_at < ${new Date()}`);
}
