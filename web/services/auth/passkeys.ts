/** Creates and uses passkeys (WebAuthn level 3, JSON serialisation). */
import { call } from '../api/call.ts';
import { AppError } from '../app-error.ts';
import type { Passkey } from '#contract/entities/passkey.ts';
import type { InputOf } from '#contract/calls/calls.ts';

/** Why a WebAuthn operation failed (document 3 §8.7). */
const passkeyFailures = ['abort', 'constraint', 'cancel', 'invalid-state', 'security', 'not-supported', 'unknown', 'type'] as const;
export type PasskeyFailure = (typeof passkeyFailures)[number];

export class PasskeyError extends Error {
  readonly reason: PasskeyFailure;
  constructor(reason: PasskeyFailure, cause?: unknown) {
    super(`The passkey was not made: ${reason}`, { cause });
    this.name = 'PasskeyError';
    this.reason = reason;
  }
}

const reasons: Readonly<Record<string, PasskeyFailure>> = {
  AbortError: 'abort',
  ConstraintError: 'constraint',
  NotAllowedError: 'cancel',
  InvalidStateError: 'invalid-state',
  SecurityError: 'security',
  NotSupportedError: 'not-supported',
  TypeError: 'type',
};

export const failureOf = (error: unknown): PasskeyFailure =>
  error instanceof PasskeyError ? error.reason : ((error instanceof Error ? reasons[error.name] : undefined) ?? 'unknown');

/** Failures after which a retry may succeed. */
export const mayTryAgain = (reason: PasskeyFailure): boolean => reason === 'cancel' || reason === 'invalid-state';

export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function';

/** Runs a WebAuthn prompt of the browser; returns its result as JSON. */
async function ask(question: () => Promise<Credential | null>): Promise<unknown> {
  let credential: Credential | null;
  try {
    credential = await question();
  } catch (error) {
    throw new PasskeyError(failureOf(error), error);
  }
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyError('unknown');
  return credential.toJSON();
}

/** Registers a new passkey. */
export async function createPasskey(name: string): Promise<Passkey> {
  if (!canUsePasskeys()) throw new PasskeyError('not-supported');
  const options = await call('passkeys.regInit', { body: {} });
  const credential = await ask(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON),
    }),
  );
  return call('passkeys.regSubmit', { body: { credential: credential as InputOf<'passkeys.regSubmit'>['body']['credential'], name } });
}

/** Signs in with a passkey; returns the address to continue at. */
export async function signInWithPasskey(): Promise<string> {
  if (!canUsePasskeys()) throw new AppError('feature_not_supported');
  const options = await call('passkeys.authInit', {});
  const credential = await ask(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON),
    }),
  );
  const { returnTo } = await call('passkeys.authSubmit', { body: { credential: credential as InputOf<'passkeys.authSubmit'>['body']['credential'] } });
  return returnTo;
}
