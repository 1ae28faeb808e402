import { AppError, toAppError } from '#web/services/app-error.ts';

/** An id that the server does not accept is one of nothing: it is shown as not found (document 3 §8.5). */
export function fetchFailure(error: unknown): AppError {
  const known = toAppError(error);
  return known.code === 'request_validation_error' ? new AppError('not_found', { cause: error }) : known;
}
