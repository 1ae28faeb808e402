import type { EngineError } from '@countersign/core/node';

/** An error of the document core, told without loading the core. */
export const isEngineError = (error: unknown): error is EngineError =>
  error instanceof Error && error.name === 'EngineError' && 'code' in error && typeof error.code === 'string';
