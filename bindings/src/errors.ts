import type { EngineErrorCode } from './error-codes.ts';

/** An error of the core. `code` is stable; `message` is English, for logs. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  /** All findings of the call, where the first would hide others. */
  readonly details: unknown;

  constructor(code: EngineErrorCode, message: string, details?: unknown) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
    this.details = details;
  }
}

/** The error of a module, worker or font that can't be loaded. */
export function connectionFailed(cause: unknown): EngineError {
  if (cause instanceof EngineError) return cause;
  return new EngineError('connection_failed', `The core can't be loaded: ${cause instanceof Error ? cause.message : String(cause)}`);
}

/** An error as plain data, for messages between threads. */
export interface ErrorData {
  code: EngineErrorCode;
  message: string;
  details?: unknown;
}

/** Converts any thrown value to plain data. A trap in the core becomes `unknown_parsing_error`. */
export function toErrorData(thrown: unknown): ErrorData {
  if (isErrorData(thrown)) return { code: thrown.code, message: thrown.message, details: thrown.details };
  if (thrown instanceof WebAssembly.RuntimeError) return { code: 'unknown_parsing_error', message: `The core stopped: ${thrown.message}` };
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return { code: 'process_canceled', message: 'The call was cancelled' };
  // The core reads the properties of what it is given.
  if (thrown instanceof TypeError) return { code: 'request_validation_error', message: thrown.message };
  return { code: 'unable_to_access', message: thrown instanceof Error ? thrown.message : String(thrown) };
}

function isErrorData(thrown: unknown): thrown is ErrorData {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && 'message' in thrown && typeof thrown.code === 'string' && typeof thrown.message === 'string';
}
