import type { ListState } from '@countersign/core/trusted-lists';

const minute = 60_000;
const hour = 60 * minute;
/** What the Commission asks of those who use its lists is a look every day. */
const longest = 24 * hour;
const shortest = 10 * minute;

/**
 * Milliseconds until the lists are looked for again: daily, sooner before one of them ends, and after a failure at growing distances, since
 * whoever does not answer is not helped by being asked.
 */
export function nextLook(lists: readonly ListState[], failures: number, now: number): number {
  if (failures > 0) return Math.min(shortest * 2 ** Math.min(failures - 1, 10), longest / 4);
  const ends = lists.flatMap(({ nextUpdate }) => (nextUpdate ? [nextUpdate * 1000 - now] : []));
  return Math.min(longest, Math.max(shortest, Math.min(...ends) / 2));
}
