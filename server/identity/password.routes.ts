import type { Provider } from 'oidc-provider';
import { calls } from '#contract/calls/calls.ts';
import type { App } from '#server/app/app.types.ts';
import { AppError } from '#server/app/app-error.ts';
import { refuseUnknownFields } from '#server/app/unknown-fields.ts';
import type { Foundation } from '#server/app/foundation.ts';
import { tellOfChange } from './account-changes.ts';
import { actorOf, tokenOf } from './authenticate.ts';
import { assertNotFederated } from './federation.ts';
import { findUserById } from '#server/repositories/users.repository.ts';
import { finishSignIn, localeOf, perMinute, signInUnderWay } from './interactions.ts';
import { forgetDevices, originOf, rememberDevice } from './known-devices.ts';
import { goodPasswords } from './new-passwords.ts';
import type { OneTimeCodes } from './one-time-code.ts';
import { hasPassword, personOfPassword, setPassword } from './passwords.ts';
import { endOtherSessions, endSessions } from './sessions.ts';
import { assertRecentSignIn } from './recent-sign-in.ts';
import { originOfKnown } from './sign-in-attempts.ts';

export function registerPasswords(app: App, provider: Provider, codes: OneTimeCodes, { db, config, log }: Pick<Foundation, 'db' | 'config' | 'log'>): void {
  const assertGood = goodPasswords({ config, log });
  const submit = calls['password.submit'];
  app.post(submit.path, { ...perMinute, preValidation: refuseUnknownFields(submit), schema: { body: submit.body, response: { 200: submit.response } } }, async (request, reply) => {
    await signInUnderWay(provider, request, reply);
    assertNotFederated(config.connections, request.body.email);
    const { email, password } = request.body;
    const user = await personOfPassword(db, await originOf({ db, config }, request, email), email, password);
    await rememberDevice({ db, config }, request, reply, user.id);
    return finishSignIn(provider, request, reply, user.id, 'pwd');
  });

  const reset = calls['password.reset'];
  app.post(reset.path, { ...perMinute, preValidation: refuseUnknownFields(reset), schema: { body: reset.body, response: { 200: reset.response } } }, async (request, reply) => {
    const interaction = await signInUnderWay(provider, request, reply);
    // The code still holds for the next try.
    await assertGood(request.body.password);
    const user = await codes.redeem({ interaction: interaction.uid, code: request.body.code, locale: localeOf(request, interaction) });
    await db.transaction().execute(async (tx) => {
      await tellOfChange(tx, config, user, { kind: 'password' });
      await setPassword(tx, user.id, request.body.password);
      // Whoever knew the old one is signed out.
      await endSessions(tx, user.id);
      await forgetDevices(tx, user.id);
    });
    await rememberDevice({ db, config }, request, reply, user.id);
    return finishSignIn(provider, request, reply, user.id, 'otp');
  });

  const set = calls['password.set'];
  app.put(set.path, { ...perMinute, preValidation: refuseUnknownFields(set), onRequest: app.authenticate, schema: { body: set.body } }, async (request, reply) => {
    const { userId, email, firstName, lastName } = actorOf(request);
    assertNotFederated(config.connections, email);
    if (await hasPassword(db, userId)) {
      if (email === null || request.body.current === undefined) throw new AppError('invalid_code');
      await personOfPassword(db, originOfKnown(`account/${userId}`), email, request.body.current);
    } else await assertRecentSignIn(db, tokenOf(request));
    await assertGood(request.body.password, [email, firstName, lastName]);
    await db.transaction().execute(async (tx) => {
      await tellOfChange(tx, config, await findUserById(tx, userId), { kind: 'password' });
      await setPassword(tx, userId, request.body.password);
      // Who changes it may do so because somebody else knew it.
      await endOtherSessions(tx, userId, tokenOf(request));
    });
    return reply.status(204).send();
  });
}
