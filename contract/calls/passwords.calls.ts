/** Passwords: sign in, set, and reset with a one-time code. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { email, password } from '#contract/entities/common.ts';
import { workSolution } from '#contract/entities/proof-of-work.ts';
import { callTimeouts } from '#contract/limits/calls.ts';

const returnTo = z.object({ returnTo: z.string() });
const timeout = callTimeouts.short;

export const passwordsCalls = {
  /** An unknown address and a wrong password give the same `invalid_code`. */
  'password.submit': defineCall({
    id: 'password.submit', method: 'POST', path: '/v0/connections/password/submit', host: 'identity', auth: 'cookie', permission: 'anyone',
    body: z.object({ email, password: z.string().min(1).max(128), work: workSolution.optional() }), response: returnTo, timeout, ours: true,
    errors: ['invalid_code', 'invalid_session', 'too_many_requests', 'work_required', 'forbidden_by_federation', 'feature_not_supported'],
  }),
  /** Resets a forgotten password or sets the first one: after `otp.init`, the mailed code signs in and sets it. Other sessions end. */
  'password.reset': defineCall({
    id: 'password.reset', method: 'POST', path: '/v0/connections/password/reset', host: 'identity', auth: 'cookie', permission: 'anyone',
    body: z.object({ code: z.string().regex(/^\d{6}$/), password }), response: returnTo, timeout, ours: true,
    errors: ['invalid_code', 'invalid_session', 'too_many_requests', 'forbidden_by_federation', 'feature_not_supported', 'password_common', 'password_breached'],
  }),
  /** Requires `current` if a password is set, and a recent sign-in otherwise. Other sessions end. */
  'password.set': defineCall({
    id: 'password.set', method: 'PUT', path: '/v0/connections/password', host: 'identity', permission: 'self',
    body: z.object({ password, current: z.string().max(128).optional() }), response: nothing, timeout, ours: true,
    errors: ['invalid_code', 'too_many_requests', 'forbidden_by_federation', 'feature_not_supported', 'reauthentication_required', 'password_common', 'password_breached'],
  }),
} as const;
