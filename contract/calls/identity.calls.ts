/** The identity provider's own calls: one-time code, the sign-in under way, certificates. */
import { z } from 'zod';
import { defineCall } from '#contract/calls/define.ts';
import { email } from '#contract/entities/common.ts';
import { callTimeouts } from '#contract/limits.ts';

export const identityCalls = {
  'otp.init': defineCall({
    id: 'otp.init', method: 'POST', path: '/v0/connections/otp/init', host: 'identity', auth: 'cookie', permission: 'anyone',
    body: z.object({ email }), response: z.object({ expiresIn: z.number().int() }),
    errors: ['rate_limit_exceeded', 'too_many_requests', 'invalid_session', 'unable_to_send_email'], timeout: callTimeouts.short,
  }),
  'otp.submit': defineCall({
    id: 'otp.submit', method: 'POST', path: '/v0/connections/otp/submit', host: 'identity', auth: 'cookie', permission: 'anyone',
    body: z.object({ code: z.string().regex(/^\d{6}$/) }), response: z.object({ returnTo: z.string() }),
    errors: ['invalid_code', 'invalid_session', 'too_many_requests'], timeout: callTimeouts.short,
  }),
  'interactions.get': defineCall({
    id: 'interactions.get', method: 'GET', path: '/v0/interactions/{uid}', host: 'identity', auth: 'cookie', permission: 'anyone',
    response: z.object({
      uid: z.string(), prompt: z.string(), clientId: z.string(),
      initialFlow: z.string().nullable(), loginHint: z.string().nullable(), locale: z.string().nullable(),
    }),
    errors: ['invalid_session'], timeout: callTimeouts.short, ours: true,
  }),
  /** Certifies the key behind a certificate request for the address that this person has proven. */
  'certificates.enroll': defineCall({
    id: 'certificates.enroll', method: 'POST', path: '/v0/certificates/enroll', host: 'identity', permission: 'self',
    body: z.object({ csr: z.string().min(1).max(16_384) }),
    response: z.object({ certificate: z.string(), chain: z.array(z.string()), expiresAt: z.iso.datetime() }),
    errors: ['certificate_enrollment_identity_error'], timeout: callTimeouts.short, ours: true,
  }),
  /** The installation's root, as PEM. */
  'certificates.root': defineCall({
    id: 'certificates.root', method: 'GET', path: '/v0/certificates/root', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), timeout: callTimeouts.short, ours: true,
  }),
} as const;
