import type { passkeysCalls } from '#contract/calls/passkeys.calls.ts';
import type { Passkeys } from '#server/identity/passkeys.ts';
import type { Handlers } from './handler.ts';

type PasskeyCall = Exclude<keyof typeof passkeysCalls, 'passkeys.authInit' | 'passkeys.authSubmit'>;

/** Calls of the signed-in user. Signing in with a passkey is registered with the other sign-in methods. */
export const passkeysRoutes = (passkeys: Passkeys): Handlers<PasskeyCall> => ({
  'passkeys.regInit': async ({ caller, body }) => ({ ...(await passkeys.registrationOptions(caller.userId, body.attachment)) }),
  'passkeys.regSubmit': ({ caller, body }) => passkeys.register(caller.userId, body),
  'passkeys.list': ({ caller }) => passkeys.list(caller.userId),
  'passkeys.delete': ({ caller, params }) => passkeys.remove(caller.userId, params.id),
  'passkeys.update': ({ caller, params, body }) => passkeys.rename(caller.userId, params.id, body.name),
});
