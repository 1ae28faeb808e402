import type { ErrorCode } from '#contract/errors.ts';
import { AppError, toAppError } from '../app-error.ts';

/** Error codes by certificate finding of the server. */
const certificateProblems: Readonly<Record<string, ErrorCode>> = {
  certificate_revoked: 'sign_certificate_revoked',
  signature_untrusted: 'validation_untrusted',
  signature_of_another: 'sign_certificate_of_another',
  certificate_not_qualified: 'sign_certificate_kind',
  certificate_not_on_card: 'sign_certificate_kind',
};

/** The first finding about the certificate, which the signer can act on. */
function certificateProblem(details: unknown): ErrorCode | undefined {
  const { problems } = (typeof details === 'object' && details !== null ? details : {}) as { problems?: { code: string }[] };
  return problems?.map(({ code }) => certificateProblems[code]).find((code) => code !== undefined);
}

/** Whether WebCrypto failed. */
const isOfCrypto = (error: unknown): boolean => error instanceof DOMException && ['OperationError', 'InvalidAccessError', 'NotSupportedError', 'DataError'].includes(error.name);

/** Reports what WebCrypto fails with beyond its own exceptions, as where a page without HTTPS has no WebCrypto. */
export async function inCrypto<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isOfCrypto(error) ? error : new AppError('unknown_crypto_error', { cause: error });
  }
}

/** Maps any failure of a signing to an error code of the contract. */
export function toSigningError(error: unknown): AppError {
  if (isOfCrypto(error)) return new AppError('crypto_error', { cause: error });
  const known = toAppError(error);
  if (known.code === 'unknown_ui_error') return new AppError('sign_unknown_error', { message: known.message, cause: error });
  if (known.code === 'unknown_parsing_error') return new AppError('sign_failed', { message: known.message, cause: error });
  const problem = known.code === 'verification_failed' ? certificateProblem(known.details) : undefined;
  return problem ? new AppError(problem, { details: known.details, cause: error }) : known;
}

/** Codes of certification failures that the person can act on. */
const enrolmentCodes: readonly ErrorCode[] = [
  'certificate_enrollment_identity_error', 'unauthorized', 'invalid_token', 'unknown_network_error', 'service_unavailable', 'request_timeout_error',
  'rate_limit_exceeded', 'too_many_requests', 'idb_request_error', 'process_canceled', 'unknown_crypto_error',
];

/** Maps a failed certification to an error code. */
export function toEnrolmentError(error: unknown): AppError {
  if (isOfCrypto(error)) return new AppError('crypto_error', { cause: error });
  const known = toAppError(error);
  return enrolmentCodes.includes(known.code) ? known : new AppError('unable_retrieve_cert', { message: known.message, cause: error });
}
