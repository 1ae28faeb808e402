import type { passkeysCalls } from '#contract/calls/passkeys.calls.ts';
import type { Passkeys } from '#server/identity/passkeys.ts';
import type { Handlers } from './handler.ts';

type Own = Exclude<keyof typeof passkeysCalls, 'passkeys.authInit' | 'passkeys.authSubmit'>;

/** The calls of the signed-in person; signing in with a passkey is beside the other ways to do so. */
export const passkeysRoutes = (passkeys: Passkeys): Handlers<Own> => ({
  'passkeys.regInit': async ({ caller, body }) => ({ ...(await passkeys.registrationOptions(caller.userId, body.attachment)) }),
  'passkeys.regSubmit': ({ caller, body }) => passkeys.register(caller.userId, body),
  'passkeys.list': ({ caller }) => passkeys.list(caller.userId),
  'passkeys.delete': ({ caller, params }) => passkeys.remove(caller.userId, params.id),
  'passkeys.update': ({ caller, params, body }) => passkeys.rename(caller.userId, params.id, body.name),
});
