import { useEffect, useRef } from 'react';
import type { AsyncAction } from '#web/entities/requests/use-async-action.ts';

/** A conflict means that the subscription was changed elsewhere: the account is loaded again (document 3 §8.3). */
export function useRefreshOnConflict({ error }: AsyncAction, refresh: () => void): void {
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    if (error?.code === 'conflict') latest.current();
  }, [error]);
}
