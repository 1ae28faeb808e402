import { useEffect, useRef } from 'react';
import { timing } from '#contract/limits/timing.ts';

/** Retries once by itself, a moment after the first failure: memory may have been short. After that, the person decides. */
export function useAutoRetry(hasFailed: boolean, retry: () => void): void {
  const retried = useRef(false);
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    if (!hasFailed || retried.current) return;
    const timer = setTimeout(() => {
      retried.current = true;
      latest.current();
    }, timing.pageAutoRetryDelay);
    return () => clearTimeout(timer);
  }, [hasFailed]);
}
