import { errors, type ErrorBody, type ErrorCode } from '#contract/errors.ts';

/**
 * An expected failure with a stable code, which the caller can act on. Any other exception is a defect: it is
 * logged and answered as `internal_error`, and no detail of it leaves the server.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, details?: unknown, message: string = errors[code].text) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errors[this.code].status || 500;
  }

  toBody(): ErrorBody {
    const details = this.details === undefined ? {} : { details: this.details };
    return { error: { code: this.code, message: this.message, ...details } };
  }
}
