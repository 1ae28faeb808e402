import type { EngineError, EngineErrorCode } from '@countersign/core/node';

/** Recognises an error of the document core without loading the core. */
export const isEngineError = (error: unknown): error is EngineError =>
  error instanceof Error && error.name === 'EngineError' && 'code' in error && typeof error.code === 'string';

/**
 * Whether a code of the engine is an error of the contract, with a text for people. All are, except those of trusted lists, which are
 * logged only. A new code without a text is a compile error where it is passed on.
 */
export const isForPeople = (code: EngineErrorCode): code is Exclude<EngineErrorCode, `trusted_list_${string}`> => !code.startsWith('trusted_list_');

/** Whether the document is at fault: it can't be read, or does not allow the call. */
export const isOfDocument = (code: EngineErrorCode): code is Extract<EngineErrorCode, `pdf_${string}`> => code.startsWith('pdf_');
