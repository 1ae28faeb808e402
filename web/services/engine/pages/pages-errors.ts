export class PagesError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'PagesError';
    this.code = code;
  }
}

/** Names survive a thrown error between threads, classes do not. */
const TOO_LONG = 'TooLongError';

/** A page takes longer to draw than people wait for one. */
export class TooLongError extends Error {
  override readonly name = TOO_LONG;
}

export const isTooLong = (error: unknown): boolean => error instanceof Error && error.name === TOO_LONG;

/** The thread was ended for what somebody else had asked of it. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
}
