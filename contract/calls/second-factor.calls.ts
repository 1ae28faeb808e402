/** The second factor: a six-digit TOTP code (RFC 6238) or a recovery code. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { factorCode, recoveryCodes, secondFactor, secondFactorSetup } from '#contract/entities/second-factor.ts';
import { callTimeouts } from '#contract/limits/calls.ts';

const shared = { host: 'identity', permission: 'self', timeout: callTimeouts.short, ours: true } as const;
const address = '/v0/connections/second_factor';

export const secondFactorCalls = {
  'secondFactor.get': defineCall({ ...shared, id: 'secondFactor.get', method: 'GET', path: address, response: secondFactor }),
  /** Creates a secret that takes effect with `secondFactor.confirm`. `conflict` if a second factor is already active. */
  'secondFactor.begin': defineCall({
    ...shared, id: 'secondFactor.begin', recentSignIn: true, method: 'POST', path: `${address}/begin`, response: secondFactorSetup, errors: ['conflict'],
  }),
  /** Activates the second factor for every later sign-in. Other sessions end. */
  'secondFactor.confirm': defineCall({
    ...shared, id: 'secondFactor.confirm', method: 'POST', path: `${address}/confirm`, body: z.object({ code: factorCode }), response: recoveryCodes,
    errors: ['invalid_code', 'conflict', 'too_many_requests'],
  }),
  /** Replaces the recovery codes; the previous ones become invalid. */
  'secondFactor.renewCodes': defineCall({
    ...shared, id: 'secondFactor.renewCodes', recentSignIn: true, method: 'POST', path: `${address}/recovery_codes`, body: z.object({ code: factorCode }),
    response: recoveryCodes, errors: ['invalid_code', 'too_many_requests'],
  }),
  /** Requires a code, unless the caller signed in with a passkey. */
  'secondFactor.remove': defineCall({
    ...shared, id: 'secondFactor.remove', recentSignIn: true, method: 'POST', path: `${address}/remove`, body: z.object({ code: factorCode.optional() }),
    response: nothing, errors: ['invalid_code', 'too_many_requests'],
  }),
  /** Completes a sign-in whose first factor was accepted. */
  'secondFactor.submit': defineCall({
    ...shared, id: 'secondFactor.submit', auth: 'cookie', permission: 'anyone', method: 'POST', path: `${address}/submit`, body: z.object({ code: factorCode }),
    response: z.object({ returnTo: z.string() }), errors: ['invalid_code', 'invalid_session', 'too_many_requests'],
  }),
} as const;
