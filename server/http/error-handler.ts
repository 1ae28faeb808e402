import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorCode } from '#contract/errors.ts';
import { isDatabaseUnavailable } from '#server/platform/database/connection-errors.ts';
import { StorageError, type StorageErrorCode } from '#server/adapters/storage/storage.ts';
import type { OutageLog } from '#server/platform/outage-log.ts';
import { AppError } from '#server/platform/app-error.ts';
import { createRefusalLog, repeatable } from './refusal-log.ts';

const tooMany = 429;

const ofStorage: Readonly<Record<StorageErrorCode, ErrorCode>> = {
  too_large: 'max_size_exceeded', infected: 'verification_failed', unavailable: 'service_unavailable', missing: 'internal_error', damaged: 'internal_error',
  already_exists: 'internal_error', bad_reference: 'internal_error',
};

const secondsToWait = ({ details }: AppError): number =>
  typeof details === 'object' && details !== null && 'retryAfter' in details && typeof details.retryAfter === 'number' ? details.retryAfter : 60;

/** SQLSTATE `unique_violation`. */
const uniqueViolation = '23505';

/** Permission refusals, each of which is logged as a warning for the operator. */
const refusals: ReadonlySet<ErrorCode> = new Set(['permission_denied', 'forbidden', 'forbidden_by_federation']);

/** The error handler of one server, with its own refusal log. */
export function createErrorHandler(outages: OutageLog): typeof handleError {
  const log = createRefusalLog();
  return (error, request, reply) => {
    const { code } = toAppError(error);
    if (repeatable.has(code)) log.record(code, request);
    if (code === 'service_unavailable' && !(error instanceof AppError)) outages.failed(error instanceof StorageError ? 'storage' : 'database', error.message);
    handleError(error, request, reply);
  };
}

/** Sends every error response, in the shape of the contract. */
export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error);
  if (known.code === 'internal_error') request.log.error({ err: error }, 'a request failed unexpectedly');
  if (refusals.has(known.code)) request.log.warn({ code: known.code, route: request.routeOptions.url ?? 'unknown', method: request.method, userId: request.actor?.userId ?? null }, 'refused');
  if (known.status === tooMany) void reply.header('retry-after', secondsToWait(known));
  void reply.status(known.status).type('application/json').send(known.toBody());
}

/** Handles malformed URLs, which Fastify refuses before routing and so before the error handler above. */
export function handleUnreadableAddress(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const known = new AppError('request_validation_error', [{ path: 'path', message: error.message }]);
  void reply.status(known.status).type('application/json').send(JSON.stringify(known.toBody()));
}

function toAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const details = error.validation.map((issue) => ({ path: `${error.validationContext}${issue.instancePath}`, message: issue.message ?? '' }));
    return new AppError('request_validation_error', details);
  }
  if (error instanceof StorageError) return new AppError(ofStorage[error.code]);
  if (isDatabaseUnavailable(error)) return new AppError('service_unavailable');
  // A concurrent request inserted the same row first.
  if ('code' in error && error.code === uniqueViolation) return new AppError('conflict');
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 408) return new AppError('request_timeout_error');
  if (status === 413) return new AppError('max_size_exceeded');
  if (status === 429) return new AppError('rate_limit_exceeded');
  // Refusals by Fastify itself, such as malformed JSON or an unsupported content type.
  if (status !== undefined && status >= 400 && status < 500) return new AppError('request_validation_error', [{ path: 'body', message: error.message }]);
  return new AppError('internal_error');
}
