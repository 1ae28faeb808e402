/** Passkeys: five calls of the signed-in user and two of a sign-in in progress. Options are WebAuthn JSON. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { authenticationResponse, passkey, passkeyName, registrationResponse } from '#contract/entities/passkey.ts';
import { callTimeouts } from '#contract/limits/calls.ts';

const own = { resource: 'passkey', action: 'own' } as const;
const host = 'identity';
const timeout = callTimeouts.short;
const options = z.looseObject({ challenge: z.string() });

export const passkeysCalls = {
  /** `attachment` selects this device or another one. `model` is a hint that older clients send. */
  'passkeys.regInit': defineCall({
    id: 'passkeys.regInit', method: 'POST', path: '/v0/connections/webauthn/reg_init', host, permission: 'self', timeout,
    body: z.object({ attachment: z.enum(['platform', 'cross-platform']).optional(), model: z.string().max(128).optional() }).prefault({}),
    response: options, errors: ['limit_exceeded', 'forbidden_by_federation', 'feature_not_supported'],
  }),
  'passkeys.regSubmit': defineCall({
    id: 'passkeys.regSubmit', recentSignIn: true, method: 'POST', path: '/v0/connections/webauthn/reg_submit', host, permission: 'self', timeout,
    body: z.object({ credential: registrationResponse, name: passkeyName.optional() }), response: passkey,
    errors: ['invalid_code', 'conflict', 'limit_exceeded', 'forbidden_by_federation', 'feature_not_supported'],
  }),
  'passkeys.list': defineCall({
    id: 'passkeys.list', method: 'GET', path: '/v0/connections/webauthn/passkeys', host, permission: 'self', timeout,
    response: z.object({ passkeys: z.array(passkey) }),
  }),
  'passkeys.delete': defineCall({
    id: 'passkeys.delete', recentSignIn: true, method: 'DELETE', path: '/v0/connections/webauthn/passkeys/{id}', host, permission: own, timeout, response: nothing,
  }),
  'passkeys.update': defineCall({
    id: 'passkeys.update', method: 'PATCH', path: '/v0/connections/webauthn/passkeys/{id}', host, permission: own, timeout,
    body: z.object({ name: passkeyName }), response: passkey,
  }),
  'passkeys.authInit': defineCall({
    id: 'passkeys.authInit', method: 'POST', path: '/v0/connections/webauthn/auth_init', host, auth: 'cookie', permission: 'anyone', timeout,
    response: options, errors: ['invalid_session', 'feature_not_supported'], ours: true,
  }),
  'passkeys.authSubmit': defineCall({
    id: 'passkeys.authSubmit', method: 'POST', path: '/v0/connections/webauthn/auth_submit', host, auth: 'cookie', permission: 'anyone', timeout,
    body: z.object({ credential: authenticationResponse }), response: z.object({ returnTo: z.string() }),
    errors: ['invalid_session', 'invalid_code', 'forbidden_by_federation', 'feature_not_supported'], ours: true,
  }),
} as const;
