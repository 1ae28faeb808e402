import type { Provider } from 'oidc-provider';
import { calls } from '#contract/calls/calls.ts';
import type { App } from '#server/http/app.types.ts';
import { refuseUnknownFields } from '#server/http/unknown-fields.ts';
import type { Platform } from '#server/platform/platform.ts';
import { finishSignIn, perMinute, signInUnderWay } from './interactions.ts';
import { assertOffered } from './offered-methods.ts';
import { createPasskeys } from './passkeys.ts';

export function registerPasskeySignIn(app: App, provider: Provider, { db, config }: Pick<Platform, 'db' | 'config'>): void {
  const passkeys = createPasskeys(db, config);

  const init = calls['passkeys.authInit'];
  app.post(init.path, { ...perMinute, schema: { response: { 200: init.response } } }, async (request, reply) => {
    assertOffered(config, 'passkey');
    const { uid } = await signInUnderWay(provider, request, reply);
    return { ...(await passkeys.authenticationOptions(uid)) };
  });

  const submit = calls['passkeys.authSubmit'];
  app.post(submit.path, { ...perMinute, preValidation: refuseUnknownFields(submit), schema: { body: submit.body, response: { 200: submit.response } } }, async (request, reply) => {
    assertOffered(config, 'passkey');
    const { uid } = await signInUnderWay(provider, request, reply);
    const user = await passkeys.authenticate(uid, request.body.credential);
    return finishSignIn({ provider, db, config }, request, reply, { interaction: uid, userId: user.id, how: 'hwk' });
  });
}
