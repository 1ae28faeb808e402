import type { ErrorInfo } from '#web/services/app-error.ts';

/** Returns how many attempts remain for the code, if the server says so. */
export const triesLeft = (error: ErrorInfo | null): number | null => {
  const details = error?.details;
  if (typeof details !== 'object' || details === null || !('triesLeft' in details)) return null;
  return typeof details.triesLeft === 'number' ? details.triesLeft : null;
};
