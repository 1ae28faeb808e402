import type { ListState } from '@countersign/core/trusted-lists';

const minute = 60_000;
const hour = 60 * minute;
/** Milliseconds. The European Commission asks users of its lists to check daily. */
const longest = 24 * hour;
const shortest = 10 * minute;

/**
 * Returns the milliseconds until the next check: daily, sooner when a list is about to expire, and with exponential
 * backoff after failures.
 */
export function nextRefresh(lists: readonly ListState[], failures: number, now: number): number {
  if (failures > 0) return Math.min(shortest * 2 ** Math.min(failures - 1, 10), longest / 4);
  const ends = lists.flatMap(({ nextUpdate }) => (nextUpdate ? [nextUpdate * 1000 - now] : []));
  return Math.min(longest, Math.max(shortest, Math.min(...ends) / 2));
}
