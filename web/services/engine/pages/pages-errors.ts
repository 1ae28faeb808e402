export class PagesError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'PagesError';
    this.code = code;
  }
}

/** Errors keep their name when they cross threads, but not their class. */
const TOO_LONG = 'TooLongError';

/** Rendering a page exceeded the time limit. */
export class TooLongError extends Error {
  override readonly name = TOO_LONG;
}

export const isTooLong = (error: unknown): boolean => error instanceof Error && error.name === TOO_LONG;

/** The worker was ended because of another task. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
}
