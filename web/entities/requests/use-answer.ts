import { useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';

export interface Answer<T> {
  /** Null until loaded. */
  readonly value: T | null;
  readonly error: ErrorInfo | null;
  readonly reload: () => void;
  /** Replaces the value with the result of another call. */
  readonly set: (value: T) => void;
}

/** Data of a single screen: `useAnswer(useCallback((signal) => call('apps.list', {}, { signal }), []))`. */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [value, set] = useState<T | null>(null);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const asking = useRef<AbortController | null>(null);
  const reload = useCallback(() => {
    asking.current?.abort();
    const own = new AbortController();
    asking.current = own;
    setError(null);
    ask(own.signal).then(
      (found) => {
        if (!own.signal.aborted) set(found);
      },
      (failure: unknown) => {
        if (!own.signal.aborted) setError(toAppError(failure).toInfo());
      },
    );
  }, [ask]);
  useEffect(() => {
    reload();
    return () => asking.current?.abort();
  }, [reload]);
  return { value, error, reload, set };
}
