/** The identity provider's own calls: one-time code, the sign-in under way, certificates. */
import { z } from 'zod';
import { defineCall } from '#contract/calls/define.ts';
import { email } from '#contract/entities/common.ts';
import { workSolution } from '#contract/entities/proof-of-work.ts';
import { serviceKeys, trustService } from '#contract/entities/trust-service.ts';
import { sent } from '#contract/entities/delivery.ts';
import { callTimeouts } from '#contract/limits.ts';

/** Why a certificate does not hold any more, with the numbers of RFC 5280, 5.3.1. */
export const revocationReasonNumbers = { unspecified: 0, keyCompromise: 1, affiliationChanged: 3, superseded: 4, cessationOfOperation: 5 } as const;
const revocationReasons = ['unspecified', 'keyCompromise', 'affiliationChanged', 'superseded', 'cessationOfOperation'] as const satisfies (keyof typeof revocationReasonNumbers)[];

const issuedCertificate = z.object({
  serial: z.string(), subject: z.string(), email: z.string(), notBefore: z.iso.datetime(), notAfter: z.iso.datetime(), revokedAt: z.iso.datetime().nullable(),
});

export const identityCalls = {
  'otp.init': defineCall({
    id: 'otp.init', method: 'POST', path: '/v0/connections/otp/init', host: 'identity', auth: 'cookie', permission: 'anyone',
    body: z.object({ email, work: workSolution.optional() }),
    /** Late: the mail server takes no mail at present, whoever asks. */
    response: z.object({ expiresIn: z.number().int(), late: z.boolean().default(false) }),
    errors: ['rate_limit_exceeded', 'too_many_requests', 'work_required', 'invalid_session', 'unable_to_send_email'], timeout: callTimeouts.short,
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
  /** A code to the address that a certificate of the server is made out to: who holds the session says again who they are. */
  'certificates.sendCode': defineCall({
    id: 'certificates.sendCode', method: 'POST', path: '/v0/certificates/otp/init', host: 'identity', permission: 'self', ours: true,
    response: sent.extend({ sentTo: z.string(), expiresIn: z.number().int() }), timeout: callTimeouts.short,
    errors: ['certificate_enrollment_identity_error', 'too_many_requests', 'unable_to_send_email', 'unable_to_send_sms'],
  }),
  'certificates.submitCode': defineCall({
    id: 'certificates.submitCode', method: 'POST', path: '/v0/certificates/otp/submit', host: 'identity', permission: 'self', ours: true,
    body: z.object({ code: z.string().regex(/^\d{6}$/) }), response: z.object({ provenUntil: z.iso.datetime() }), timeout: callTimeouts.short,
    errors: ['invalid_code'],
  }),
  'certificates.cancelCode': defineCall({
    id: 'certificates.cancelCode', method: 'POST', path: '/v0/certificates/otp/cancel', host: 'identity', permission: 'self', ours: true,
    response: z.object({}), timeout: callTimeouts.short,
  }),
  'certificates.list': defineCall({
    id: 'certificates.list', method: 'GET', path: '/v0/certificates', host: 'identity', permission: 'self', timeout: callTimeouts.short, ours: true,
    response: z.object({ certificates: z.array(issuedCertificate) }),
  }),
  /** From now on nobody should believe it, and whoever asks is told. */
  'certificates.revoke': defineCall({
    id: 'certificates.revoke', method: 'POST', path: '/v0/certificates/revoke', host: 'identity', permission: 'self', timeout: callTimeouts.short, ours: true,
    body: z.object({ serial: z.string().regex(/^[0-9a-f]{2,40}$/), reason: z.enum(revocationReasons).default('unspecified') }),
    response: issuedCertificate, errors: ['not_found'],
  }),
  /** Time stamps by RFC 3161: a query in, a reply out, both DER (clause 3.4). */
  'certificates.timestamp': defineCall({
    id: 'certificates.timestamp', method: 'POST', path: '/v0/certificates/timestamp', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), bytes: { request: 'application/timestamp-query', response: 'application/timestamp-reply' }, timeout: callTimeouts.short, errors: ['request_validation_error'], ours: true,
  }),
  /**
   * A time stamp for a signature that somebody is just making, from the authority that the installation is configured with, or its own.
   * Query and reply by RFC 3161, base64.
   */
  'certificates.stamp': defineCall({
    id: 'certificates.stamp', method: 'POST', path: '/v0/certificates/stamp', host: 'identity', permission: 'self', ours: true,
    body: z.object({ query: z.base64().max(4096) }), response: z.object({ reply: z.string() }), errors: ['timestamp_unavailable'],
  }),
  /** Whether certificates of this installation still hold (RFC 6960, appendix A). */
  'certificates.ocsp': defineCall({
    id: 'certificates.ocsp', method: 'POST', path: '/v0/certificates/ocsp', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), bytes: { request: 'application/ocsp-request', response: 'application/ocsp-response' }, timeout: callTimeouts.short, errors: ['request_validation_error'], ours: true,
  }),
  'certificates.ocspGet': defineCall({
    id: 'certificates.ocspGet', method: 'GET', path: '/v0/certificates/ocsp/{request}', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), bytes: { response: 'application/ocsp-response' }, timeout: callTimeouts.short, errors: ['request_validation_error'], ours: true,
  }),
  /** The list of those that do not hold any more (RFC 5280). */
  'certificates.revocationList': defineCall({
    id: 'certificates.revocationList', method: 'GET', path: '/v0/certificates/crl', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), bytes: { response: 'application/pkix-crl' }, timeout: callTimeouts.short, ours: true,
  }),
  /** The root's own list, about the authorities below it (RFC 5280). */
  'certificates.authorityRevocationList': defineCall({
    id: 'certificates.authorityRevocationList', method: 'GET', path: '/v0/certificates/crl/authorities', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), bytes: { response: 'application/pkix-crl' }, timeout: callTimeouts.short, ours: true,
  }),
  /** Whom this installation believes beside itself: lists of its administrator and of its system, as PEM. */
  'certificates.trusted': defineCall({
    id: 'certificates.trusted', method: 'GET', path: '/v0/certificates/trusted', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), bytes: { response: 'application/x-pem-file' }, timeout: callTimeouts.short, ours: true,
  }),
  /**
   * Services of trusted lists, by the keys of their names (`serviceKeyOf`), with commas between them: by these, too, signatures are judged
   * here. Null where the installation reads no lists.
   */
  'certificates.services': defineCall({
    id: 'certificates.services', method: 'GET', path: '/v0/certificates/services', host: 'identity', auth: 'none', permission: 'anyone',
    query: z.object({ keys: serviceKeys.default('') }), response: z.object({ services: z.array(trustService).nullable() }), timeout: callTimeouts.short, ours: true,
  }),
  /** The roots of the time stamps that this installation takes, beside its own, as PEM. They vouch for no signer. */
  'certificates.timestampRoots': defineCall({
    id: 'certificates.timestampRoots', method: 'GET', path: '/v0/certificates/timestamp/roots', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), bytes: { response: 'application/x-pem-file' }, timeout: callTimeouts.short, ours: true,
  }),
  /** What an authority answers that a certificate names: the server asks it, since pages can't. Base64, both ways. */
  'certificates.ask': defineCall({
    id: 'certificates.ask', method: 'POST', path: '/v0/certificates/ask', host: 'identity', permission: 'self', ours: true,
    body: z.object({ address: z.url().max(2048), ocspRequest: z.base64().max(24_000).optional() }),
    response: z.object({ answer: z.string() }), errors: ['invalid_url', 'unable_to_get'],
  }),
  /** The installation's root, as PEM. */
  'certificates.root': defineCall({
    id: 'certificates.root', method: 'GET', path: '/v0/certificates/root', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), bytes: { response: 'application/x-pem-file' }, timeout: callTimeouts.short, ours: true,
  }),
} as const;
