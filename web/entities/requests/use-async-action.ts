import { useState } from 'react';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';

export interface AsyncAction {
  readonly busy: boolean;
  readonly error: ErrorInfo | null;
  /** Runs the work and returns its result; null if it failed, with the reason in `error`. */
  readonly ask: <T>(work: () => Promise<T>) => Promise<T | null>;
  /** Runs the work; resolves to whether it succeeded. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** One action of a dialog or form: pending, failed with a reason, or done. */
export function useAsyncAction(): AsyncAction {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const ask = async <T>(work: () => Promise<T>): Promise<T | null> => {
    setBusy(true);
    setError(null);
    try {
      return await work();
    } catch (failure) {
      setError(toAppError(failure).toInfo());
      return null;
    } finally {
      setBusy(false);
    }
  };
  const run = async (work: () => Promise<unknown>): Promise<boolean> => (await ask(() => work().then(() => true))) ?? false;
  return { busy, error, ask, run };
}
