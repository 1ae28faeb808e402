import { useCallback, useEffect, useRef } from 'react';
import { toAppError } from '#web/services/app-error.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';

/** `key`: the chosen one; null for that of this browser. */
export type Prepare = (key: SigningKey | null, signal: AbortSignal) => Promise<void>;

/**
 * Prepares the signature while the person reads what they agree to: with the chosen key, or with that of this browser where
 * it may sign. Returns a function that ends it.
 */
export function usePreparation(prepare: Prepare, chosen: SigningKey | null, isForeign: boolean): () => void {
  const latest = useRef(prepare);
  const stop = useRef(new AbortController());
  latest.current = prepare;
  useEffect(() => {
    if (isForeign && !chosen) return undefined;
    const { signal } = (stop.current = new AbortController());
    latest.current(chosen, signal).catch((failure: unknown) => {
      // Signing does it again, and reports the failure.
      if (!signal.aborted) console.info('The signature is not prepared yet', toAppError(failure).code);
    });
    return () => stop.current.abort();
  }, [chosen, isForeign]);
  return useCallback(() => stop.current.abort(), []);
}
