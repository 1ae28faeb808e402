import { useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorInfo } from '#web/services/app-error.ts';

interface Named {
  name: string;
}

export interface SavedDraft<Values> {
  readonly values: Values;
  readonly error: ErrorInfo | null;
  readonly change: (change: Partial<Values>) => void;
  /** Writes what waits; false when the server did not take it. */
  readonly flush: () => Promise<boolean>;
}

const RESTED = 800;

/**
 * What somebody writes: shown at once, written to the server when it has rested a moment. What could not be written stays
 * here and is sent with the next change. `save` gives what the server made of it, where that differs.
 */
export function useSavedDraft<Values extends Named>(start: () => Values, save: (change: Partial<Values>) => Promise<Partial<Values>>): SavedDraft<Values> {
  const [values, setValues] = useState(start);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const waiting = useRef<Partial<Values>>({});
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const flush = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    const change = waiting.current;
    if (Object.keys(change).length === 0) return true;
    if (change.name?.trim() === '') return false;
    waiting.current = {};
    try {
      const saved = await save(change);
      setError(null);
      setValues((old) => withSaved(old, change, saved));
      return true;
    } catch (failure) {
      waiting.current = { ...change, ...waiting.current };
      setError(failure as ErrorInfo);
      return false;
    }
  }, [save]);

  const change = useCallback(
    (next: Partial<Values>): void => {
      setValues((old) => ({ ...old, ...next }));
      waiting.current = { ...waiting.current, ...next };
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), RESTED);
    },
    [flush],
  );
  useEffect(() => () => void flush(), [flush]);
  return { values, error, change, flush };
}

/** The server's version of what was sent, unless the person has gone on writing. */
function withSaved<Values extends Named>(now: Values, sent: Partial<Values>, saved: Partial<Values>): Values {
  const next = { ...now };
  for (const key of Object.keys(saved) as (keyof Values)[]) {
    const value = saved[key];
    if (value !== undefined && now[key] === sent[key]) next[key] = value as Values[typeof key];
  }
  return next;
}
