import { describe, expect, it } from 'vitest';
import { AppError } from '../app-error.ts';
import { inCrypto, toEnrolmentError, toSigningError } from './signing-errors.ts';

const refused = (...codes: string[]) => new AppError('verification_failed', { details: { problems: codes.map((code) => ({ code, message: '' })) } });

describe('errors that end a signing', () => {
  it.each([
    [new DOMException('', 'OperationError'), 'crypto_error'],
    [new TypeError('x is undefined'), 'sign_unknown_error'],
    [Object.assign(new Error('The core stopped'), { code: 'unknown_parsing_error' }), 'sign_failed'],
    [Object.assign(new Error(), { code: 'sign_field_signed' }), 'sign_field_signed'],
    [refused('field_empty', 'signature_untrusted'), 'validation_untrusted'],
    [refused('signature_of_another'), 'sign_certificate_of_another'],
    [refused('certificate_revoked', 'signature_untrusted', 'signature_refused'), 'sign_certificate_revoked'],
    [refused('certificate_not_on_card'), 'sign_certificate_kind'],
    [refused('field_empty'), 'verification_failed'],
    [new AppError('verification_failed'), 'verification_failed'],
  ])('%#: %s is shown as %s', (error, code) => {
    expect(toSigningError(error).code).toBe(code);
  });
});

describe('errors that prevent a certificate', () => {
  it.each([
    [new AppError('certificate_enrollment_identity_error'), 'certificate_enrollment_identity_error'],
    [new AppError('unknown_network_error'), 'unknown_network_error'],
    [new AppError('internal_error'), 'unable_retrieve_cert'],
    [new SyntaxError('Unexpected token'), 'unable_retrieve_cert'],
    [new DOMException('', 'NotSupportedError'), 'crypto_error'],
  ])('%#: %s is reported as %s', (error, code) => {
    expect(toEnrolmentError(error).code).toBe(code);
  });
});

it.each([
  [new DOMException('', 'OperationError'), { name: 'OperationError' }],
  [new TypeError("Cannot read properties of undefined (reading 'generateKey')"), { code: 'unknown_crypto_error' }],
])('what WebCrypto fails with (%s) is reported by its code', async (failure, expected) => {
  await expect(inCrypto(() => Promise.reject(failure))).rejects.toMatchObject(expected);
});
