import type { Provider } from 'oidc-provider';
import { calls } from '#contract/calls/calls.ts';
import type { App } from '#server/http/app.types.ts';
import { AppError } from '#server/platform/app-error.ts';
import { refuseUnknownFields } from '#server/http/unknown-fields.ts';
import type { KeyVault } from '#server/adapters/authority/key-vault.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { findUserById } from '#server/repositories/users.repository.ts';
import { mailAccountChange } from './account-changes.ts';
import { interactionOf, perMinute } from './interactions.ts';
import { recordAuthEvents } from './auth-events.ts';
import { forgetDevices, originOfUser, rememberDevice } from './known-devices.ts';
import { storePassword } from './passwords.ts';
import { endPending, consumePendingAttempt, type PendingSignIn } from './pending-sign-ins.ts';
import { createSecondFactors } from './second-factors.ts';
import { endSessions } from './sessions.ts';

/** Registers the second step of all sign-in methods. */
export async function registerSecondFactor(app: App, provider: Provider, platform: Pick<Platform, 'db' | 'config' | 'log' | 'metrics'> & { vault: KeyVault }): Promise<void> {
  const { db, vault, config } = platform;
  const record = recordAuthEvents(platform);
  const factors = await createSecondFactors({ db, vault, config });
  const submit = calls['secondFactor.submit'];

  const finish = (tx: Tx, pending: PendingSignIn): Promise<void> => endPending(tx, pending.interaction).then(() => takeEffect(tx, pending));
  async function takeEffect(tx: Tx, { user_id: userId, password_hash: hash }: PendingSignIn): Promise<void> {
    if (hash === null) return;
    await mailAccountChange(tx, config, await findUserById(tx, userId), { kind: 'password' });
    await storePassword(tx, userId, hash);
    await endSessions(tx, userId);
    await forgetDevices(tx, userId);
  }

  app.post(submit.path, { ...perMinute, preValidation: refuseUnknownFields(submit), schema: { body: submit.body, response: { 200: submit.response } } }, async (request, reply) => {
    const { uid } = await interactionOf(provider, request, reply);
    const pending = await consumePendingAttempt(db, uid);
    await factors.check(pending.user_id, request.body.code, await originOfUser({ db, config }, request, pending.user_id)).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'invalid_code' ? new AppError('invalid_code', { triesLeft: pending.tries_left }) : error;
    });
    await db.transaction().execute((tx) => finish(tx, pending));
    if (pending.password_hash !== null) await record({ kind: 'password_changed', userId: pending.user_id, ip: request.ip, userAgent: request.headers['user-agent'] ?? '' });
    await rememberDevice({ db, config }, request, reply, pending.user_id);
    return { returnTo: await provider.interactionResult(request.raw, reply.raw, { login: { accountId: pending.user_id, amr: [pending.how, 'mfa'] } }) };
  });
}
