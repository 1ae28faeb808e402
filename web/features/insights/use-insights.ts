import { useCallback, useEffect, useState } from 'react';
import type { Insight } from '#contract/entities/insight.ts';
import { liveEventReceived, liveEventsMissed } from '#web/entities/live-event.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { callsOf } from '#web/entities/sharing/resource.ts';
import { startListening } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';

interface LoadedInsights {
  /** Null until loaded. */
  readonly insights: readonly Insight[] | null;
  readonly error: ErrorInfo | null;
  readonly retry: () => void;
}

/** Returns the activity history of a resource; reloads on live events about it. */
export function useInsights({ kind, id }: Resource): LoadedInsights {
  const [insights, setInsights] = useState<readonly Insight[] | null>(null);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((old) => old + 1), []);
  useEffect(() => setInsights(null), [kind, id]);
  useEffect(() => {
    const asking = new AbortController();
    call(callsOf[kind].insights, { params: { id } }, { signal: asking.signal }).then(
      (answer) => {
        setInsights(answer.insights);
        setError(null);
      },
      (failure: unknown) => {
        if (!asking.signal.aborted) setError(toAppError(failure).toInfo());
      },
    );
    return () => asking.abort();
  }, [kind, id, attempt]);
  useEffect(
    () =>
      startListening({
        predicate: (action) => liveEventsMissed.match(action) || (liveEventReceived.match(action) && action.payload.resourceId === id),
        effect: () => retry(),
      }),
    [id, retry],
  );
  return { insights, error, retry };
}
