/** The second factor: six digits of an app (RFC 6238), or one of the recovery codes. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { factorCode, recoveryCodes, secondFactor, secondFactorSetup } from '#contract/entities/second-factor.ts';
import { callTimeouts } from '#contract/limits.ts';

const shared = { host: 'identity', permission: 'self', timeout: callTimeouts.short, ours: true } as const;
const address = '/v0/connections/second_factor';

export const secondFactorCalls = {
  'secondFactor.get': defineCall({ ...shared, id: 'secondFactor.get', method: 'GET', path: address, response: secondFactor }),
  /** A new secret, which counts once `secondFactor.confirm` has shown that the app knows it. `conflict` where one counts already. */
  'secondFactor.begin': defineCall({
    ...shared, id: 'secondFactor.begin', recentSignIn: true, method: 'POST', path: `${address}/begin`, response: secondFactorSetup, errors: ['conflict'],
  }),
  /** From now on every sign-in asks for it. Other sessions end. */
  'secondFactor.confirm': defineCall({
    ...shared, id: 'secondFactor.confirm', method: 'POST', path: `${address}/confirm`, body: z.object({ code: factorCode }), response: recoveryCodes,
    errors: ['invalid_code', 'conflict', 'too_many_requests'],
  }),
  /** The ones before are worth nothing any more. */
  'secondFactor.renewCodes': defineCall({
    ...shared, id: 'secondFactor.renewCodes', recentSignIn: true, method: 'POST', path: `${address}/recovery_codes`, body: z.object({ code: factorCode }),
    response: recoveryCodes, errors: ['invalid_code', 'too_many_requests'],
  }),
  /** With a code of it; who has signed in with a passkey needs none. */
  'secondFactor.remove': defineCall({
    ...shared, id: 'secondFactor.remove', recentSignIn: true, method: 'POST', path: `${address}/remove`, body: z.object({ code: factorCode.optional() }),
    response: nothing, errors: ['invalid_code', 'too_many_requests'],
  }),
  /** Ends a sign-in whose first proof was right. */
  'secondFactor.submit': defineCall({
    ...shared, id: 'secondFactor.submit', auth: 'cookie', permission: 'anyone', method: 'POST', path: `${address}/submit`, body: z.object({ code: factorCode }),
    response: z.object({ returnTo: z.string() }), errors: ['invalid_code', 'invalid_session', 'too_many_requests'],
  }),
} as const;
