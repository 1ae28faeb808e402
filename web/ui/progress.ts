import { useSyncExternalStore } from 'react';

/** A share of work done that changes often: only what shows it follows. `null` while nothing runs. */
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
