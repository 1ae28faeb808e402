import type { Provider } from 'oidc-provider';
import { calls } from '#contract/calls/calls.ts';
import type { App } from '#server/http/app.types.ts';
import { AppError } from '#server/platform/app-error.ts';
import { refuseUnknownFields } from '#server/http/unknown-fields.ts';
import type { Platform } from '#server/platform/platform.ts';
import { mailAccountChange } from './account-changes.ts';
import { actorOf, tokenOf } from './authenticate.ts';
import { assertNotFederated } from './federation.ts';
import { findUserById } from '#server/repositories/users.repository.ts';
import { finishSignIn, localeOf, perMinute, signInUnderWay } from './interactions.ts';
import { forgetDevices, originOf } from './known-devices.ts';
import { assertOffered } from './offered-methods.ts';
import { passwordPolicy } from './password-policy.ts';
import type { OneTimeCodes } from './one-time-code.ts';
import { secondStep } from './pending-sign-ins.ts';
import { hashPassword, hasPassword, verifyPassword, setPassword, storePassword } from './passwords.ts';
import type { ProofOfWork } from './proof-of-work.ts';
import { endOtherSessions, endSessions } from './sessions.ts';
import { assertRecentSignIn } from './recent-sign-in.ts';
import { originOfKnown } from './sign-in-attempts.ts';

export function registerPasswords(app: App, provider: Provider, codes: OneTimeCodes, { db, config, log, work }: Pick<Platform, 'db' | 'config' | 'log'> & { work: ProofOfWork }): void {
  const assertGood = passwordPolicy({ config, log });
  const submit = calls['password.submit'];
  app.post(submit.path, { ...perMinute, preValidation: refuseUnknownFields(submit), schema: { body: submit.body, response: { 200: submit.response } } }, async (request, reply) => {
    assertOffered(config, 'password');
    const { uid } = await signInUnderWay(provider, request, reply);
    assertNotFederated(config.connections, request.body.email);
    const { email, password } = request.body;
    const origin = { ...(await originOf({ db, config }, request, email)), prove: work.proveBy(request.body.work) };
    const user = await verifyPassword(db, origin, email, password);
    return finishSignIn({ provider, db, config }, request, reply, { interaction: uid, userId: user.id, how: 'pwd' });
  });

  const reset = calls['password.reset'];
  app.post(reset.path, { ...perMinute, preValidation: refuseUnknownFields(reset), schema: { body: reset.body, response: { 200: reset.response } } }, async (request, reply) => {
    assertOffered(config, 'password');
    const interaction = await signInUnderWay(provider, request, reply);
    // Checked before the code is redeemed, so that it stays valid for the next attempt.
    await assertGood(request.body.password);
    // A password belongs to an address, so the code must have been mailed there.
    const { user, how } = await codes.redeem({ interaction: interaction.uid, code: request.body.code, locale: localeOf(request, interaction), mailedOnly: true });
    const proof = { interaction: interaction.uid, userId: user.id, how };
    const passwordHash = await hashPassword(request.body.password);
    // With a second factor, access to the mailbox alone changes nothing.
    const next = await secondStep(db, { ...proof, passwordHash });
    if (next !== null) return { returnTo: next };
    await db.transaction().execute(async (tx) => {
      await mailAccountChange(tx, config, user, { kind: 'password' });
      await storePassword(tx, user.id, passwordHash);
      // Signs out anyone who knew the old password.
      await endSessions(tx, user.id);
      await forgetDevices(tx, user.id);
    });
    return finishSignIn({ provider, db, config }, request, reply, proof);
  });

  const set = calls['password.set'];
  app.put(set.path, { ...perMinute, preValidation: refuseUnknownFields(set), onRequest: app.authenticate, schema: { body: set.body } }, async (request, reply) => {
    const { userId, email, firstName, lastName } = actorOf(request);
    assertOffered(config, 'password');
    assertNotFederated(config.connections, email);
    if (await hasPassword(db, userId)) {
      if (email === null || request.body.current === undefined) throw new AppError('invalid_code');
      await verifyPassword(db, originOfKnown(`account/${userId}`), email, request.body.current);
    } else await assertRecentSignIn(db, tokenOf(request));
    await assertGood(request.body.password, [email, firstName, lastName]);
    await db.transaction().execute(async (tx) => {
      await mailAccountChange(tx, config, await findUserById(tx, userId), { kind: 'password' });
      await setPassword(tx, userId, request.body.password);
      // The old password may have been known to somebody else.
      await endOtherSessions(tx, userId, tokenOf(request));
    });
    return reply.status(204).send();
  });
}
