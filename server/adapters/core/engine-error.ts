import type { EngineError } from '@countersign/core/node';

/** Recognises an error of the document core without loading the core. */
export const isEngineError = (error: unknown): error is EngineError =>
  error instanceof Error && error.name === 'EngineError' && 'code' in error && typeof error.code === 'string';
