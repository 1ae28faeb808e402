/** Calls of the identity host: one-time codes, the sign-in in progress, and certificates. */
import { z } from 'zod';
import { defineCall } from '#contract/calls/define.ts';
import { email, phone } from '#contract/entities/common.ts';
import { captchaToken } from '#contract/entities/captcha.ts';
import { workSolution } from '#contract/entities/proof-of-work.ts';
import { serviceKeys, trustService } from '#contract/entities/trust-service.ts';
import { sent } from '#contract/entities/delivery.ts';
import { callTimeouts } from '#contract/limits/calls.ts';

/** CRL reason codes (RFC 5280, section 5.3.1). */
export const revocationReasonNumbers = { unspecified: 0, keyCompromise: 1, affiliationChanged: 3, superseded: 4, cessationOfOperation: 5 } as const;
const revocationReasons = ['unspecified', 'keyCompromise', 'affiliationChanged', 'superseded', 'cessationOfOperation'] as const satisfies (keyof typeof revocationReasonNumbers)[];

const issuedCertificate = z.object({
  serial: z.string(), subject: z.string(), email: z.string(), notBefore: z.iso.datetime(), notAfter: z.iso.datetime(), revokedAt: z.iso.datetime().nullable(),
});

export const identityCalls = {
  'otp.init': defineCall({
    id: 'otp.init', method: 'POST', path: '/v0/connections/otp/init', host: 'identity', auth: 'cookie', permission: 'anyone',
    /** `captcha`: the token of the widget that `captcha_required` asked for. */
    body: z.object({ email: email.optional(), phone: phone.optional(), work: workSolution.optional(), captcha: captchaToken.optional() })
      .refine((body) => (body.email === undefined) !== (body.phone === undefined), 'Expected an address or a number'),
    /** `late`: the mail server is currently unavailable. Independent of the address, so it reveals nothing about it. */
    response: z.object({ expiresIn: z.number().int(), late: z.boolean().default(false) }),
    errors: ['rate_limit_exceeded', 'too_many_requests', 'captcha_required', 'captcha_failed', 'captcha_unavailable', 'work_required', 'invalid_session', 'unable_to_send_email', 'forbidden_by_federation', 'feature_not_supported'], timeout: callTimeouts.short,
  }),
  'otp.submit': defineCall({
    id: 'otp.submit', method: 'POST', path: '/v0/connections/otp/submit', host: 'identity', auth: 'cookie', permission: 'anyone',
    body: z.object({ code: z.string().regex(/^\d{6}$/) }), response: z.object({ returnTo: z.string() }),
    errors: ['invalid_code', 'invalid_session', 'too_many_requests', 'feature_not_supported'], timeout: callTimeouts.short,
  }),
  'interactions.get': defineCall({
    id: 'interactions.get', method: 'GET', path: '/v0/interactions/{uid}', host: 'identity', auth: 'cookie', permission: 'anyone',
    response: z.object({
      uid: z.string(), prompt: z.string(), clientId: z.string(),
      initialFlow: z.string().nullable(), loginHint: z.string().nullable(), locale: z.string().nullable(),
    }),
    errors: ['invalid_session'], timeout: callTimeouts.short, ours: true,
  }),
  /** Issues a certificate for the key of a PKCS #10 request and the caller's verified address. */
  'certificates.enroll': defineCall({
    id: 'certificates.enroll', method: 'POST', path: '/v0/certificates/enroll', host: 'identity', permission: 'self',
    body: z.object({ csr: z.string().min(1).max(16_384) }),
    response: z.object({ certificate: z.string(), chain: z.array(z.string()), expiresAt: z.iso.datetime() }),
    errors: ['certificate_enrollment_identity_error'], timeout: callTimeouts.short, ours: true,
  }),
  /**
   * Sends a one-time code to the address that a server-held certificate is issued to. The holder of the session proves their
   * identity again.
   */
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
  /** Revokes a certificate. OCSP and CRL report it from now on. */
  'certificates.revoke': defineCall({
    id: 'certificates.revoke', method: 'POST', path: '/v0/certificates/revoke', host: 'identity', permission: 'self', timeout: callTimeouts.short, ours: true,
    body: z.object({ serial: z.string().regex(/^[0-9a-f]{2,40}$/), reason: z.enum(revocationReasons).default('unspecified') }),
    response: issuedCertificate, errors: ['not_found'],
  }),
  /** Time-stamp protocol (RFC 3161, section 3.4): DER request and response. */
  'certificates.timestamp': defineCall({
    id: 'certificates.timestamp', method: 'POST', path: '/v0/certificates/timestamp', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), bytes: { request: 'application/timestamp-query', response: 'application/timestamp-reply' }, timeout: callTimeouts.short, errors: ['request_validation_error'], ours: true,
  }),
  /**
   * Obtains a time stamp for a signature in progress, from the configured time-stamp authority or the installation's own. RFC
   * 3161 request and response, base64.
   */
  'certificates.stamp': defineCall({
    id: 'certificates.stamp', method: 'POST', path: '/v0/certificates/stamp', host: 'identity', permission: 'self', ours: true,
    body: z.object({ query: z.base64().max(4096) }), response: z.object({ reply: z.string() }), errors: ['timestamp_unavailable'],
  }),
  /** OCSP for certificates of this installation (RFC 6960, appendix A). */
  'certificates.ocsp': defineCall({
    id: 'certificates.ocsp', method: 'POST', path: '/v0/certificates/ocsp', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), bytes: { request: 'application/ocsp-request', response: 'application/ocsp-response' }, timeout: callTimeouts.short, errors: ['request_validation_error'], ours: true,
  }),
  'certificates.ocspGet': defineCall({
    id: 'certificates.ocspGet', method: 'GET', path: '/v0/certificates/ocsp/{request}', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), bytes: { response: 'application/ocsp-response' }, timeout: callTimeouts.short, errors: ['request_validation_error'], ours: true,
  }),
  /** The certificate revocation list (RFC 5280). */
  'certificates.revocationList': defineCall({
    id: 'certificates.revocationList', method: 'GET', path: '/v0/certificates/crl', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), bytes: { response: 'application/pkix-crl' }, timeout: callTimeouts.short, ours: true,
  }),
  /** The root's revocation list for its subordinate authorities (RFC 5280). */
  'certificates.authorityRevocationList': defineCall({
    id: 'certificates.authorityRevocationList', method: 'GET', path: '/v0/certificates/crl/authorities', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), bytes: { response: 'application/pkix-crl' }, timeout: callTimeouts.short, ours: true,
  }),
  /** The certificates this installation trusts besides its own, from the administrator's and the system's lists, as PEM. */
  'certificates.trusted': defineCall({
    id: 'certificates.trusted', method: 'GET', path: '/v0/certificates/trusted', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), bytes: { response: 'application/x-pem-file' }, timeout: callTimeouts.short, ours: true,
  }),
  /**
   * Trust services of the trusted lists, by the keys of their names (`serviceKeyOf`), separated by commas. Signatures are
   * validated against these, too. Null if the installation uses no trusted lists.
   */
  'certificates.services': defineCall({
    id: 'certificates.services', method: 'GET', path: '/v0/certificates/services', host: 'identity', auth: 'none', permission: 'anyone',
    query: z.object({ keys: serviceKeys.default('') }), response: z.object({ services: z.array(trustService).nullable() }), timeout: callTimeouts.short, ours: true,
  }),
  /**
   * Root certificates of the time-stamp authorities accepted besides the installation's own, as PEM. They are not trusted for
   * signers.
   */
  'certificates.timestampRoots': defineCall({
    id: 'certificates.timestampRoots', method: 'GET', path: '/v0/certificates/timestamp/roots', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), bytes: { response: 'application/x-pem-file' }, timeout: callTimeouts.short, ours: true,
  }),
  /**
   * Fetches a response from an OCSP or CRL URL named in a certificate. A proxy, because browsers can't send such requests. Base64
   * both ways.
   */
  'certificates.ask': defineCall({
    id: 'certificates.ask', method: 'POST', path: '/v0/certificates/ask', host: 'identity', permission: 'self', ours: true,
    body: z.object({ address: z.url().max(2048), ocspRequest: z.base64().max(24_000).optional() }),
    response: z.object({ answer: z.string() }), errors: ['invalid_url', 'unable_to_get'],
  }),
  /** The installation's root certificate, as PEM. */
  'certificates.root': defineCall({
    id: 'certificates.root', method: 'GET', path: '/v0/certificates/root', host: 'identity', auth: 'none', permission: 'anyone',
    response: z.string(), bytes: { response: 'application/x-pem-file' }, timeout: callTimeouts.short, ours: true,
  }),
} as const;
