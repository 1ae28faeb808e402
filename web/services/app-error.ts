import type { ErrorCode } from '#contract/errors.ts';
import { errors } from '#contract/errors.ts';

/** An error as plain data, for the store. */
export interface ErrorInfo {
  code: ErrorCode;
  /** English, for the log. The screen shows the translated text of the code. */
  message: string;
  status: number;
  details?: unknown;
}

/** Every error of the web app: a stable code, and what the server said. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: unknown;
  /** Milliseconds until the server wants to be asked again, if it says so. */
  readonly retryAfter: number | null;

  constructor(code: ErrorCode, options: { message?: string; status?: number; details?: unknown; cause?: unknown; retryAfter?: number | null } = {}) {
    super(options.message ?? errors[code].text, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = options.status ?? errors[code].status;
    this.details = options.details;
    this.retryAfter = options.retryAfter ?? null;
  }

  toInfo(): ErrorInfo {
    return { code: this.code, message: this.message, status: this.status, details: this.details };
  }
}

/** Whether the contract defines this code. */
export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errors, code);

const propertyOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;

/** Converts anything caught to an AppError. Codes of the contract and of the engine are kept, everything else is `unknown_ui_error`. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const said = propertyOf(error, 'message');
  const message = typeof said === 'string' ? said : String(error);
  if (propertyOf(error, 'name') === 'AbortError') return new AppError('process_canceled', { message, cause: error });
  const code = propertyOf(error, 'code');
  if (!isErrorCode(code)) return new AppError('unknown_ui_error', { message, cause: error });
  return new AppError(code, { message, details: propertyOf(error, 'details'), cause: error });
};

/** Codes that are not shown (document 3 §8.3). */
export const isSilent = (code: ErrorCode): boolean =>
  code === 'scenario_canceled' || code === 'ra_error' || code === 'process_canceled';

/** The error that `unwrap` of a rejected request throws, as plain data. */
export const isErrorInfo = (error: unknown): error is ErrorInfo =>
  typeof error === 'object' && error !== null && !(error instanceof Error) && 'code' in error && 'status' in error;
