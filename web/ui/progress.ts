import { useSyncExternalStore } from 'react';

/** Progress of work, 0 to 1, that changes often: only components that show it re-render. `null` while nothing runs. */
export interface Progress {
  readonly get: () => number | null;
  readonly set: (share: number | null) => void;
  readonly subscribe: (changed: () => void) => () => void;
}

export function makeProgress(): Progress {
  let share: number | null = null;
  const watchers = new Set<() => void>();
  return {
    get: () => share,
    set: (next) => {
      share = next;
      for (const changed of watchers) changed();
    },
    subscribe: (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
  };
}

export const useProgress = (progress: Progress): number | null => useSyncExternalStore(progress.subscribe, progress.get);
