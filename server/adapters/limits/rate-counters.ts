/** Counters per time window, shared by all nodes. A counter restarts when its window has ended. */
import { sql } from 'kysely';
import { AppError } from '#server/platform/app-error.ts';
import type { Db } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';

interface RateCount {
  count: number;
  /** Milliseconds until the window ends. */
  milliseconds: number;
}

interface Hits {
  key: string;
  count: number;
}

/** Adds to counters and returns their totals over all nodes. */
export async function addHits(db: Db, hits: readonly Hits[], window: number): Promise<Map<string, RateCount>> {
  const ordered = hits.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const { rows } = await sql<{ key: string; count: string; milliseconds: number }>`
    insert into rate_counters as c (key, count, ends_at)
    select key, count, now() + ${window} * interval '1 millisecond'
    from unnest(${ordered.map(({ key }) => key)}::text[], ${ordered.map(({ count }) => count)}::bigint[]) as h (key, count)
    on conflict (key) do update set
      count = case when c.ends_at <= now() then excluded.count else c.count + excluded.count end,
      ends_at = case when c.ends_at <= now() then excluded.ends_at else c.ends_at end
    returning key, count, (extract(epoch from ends_at - now()) * 1000)::float as milliseconds`.execute(db);
  return new Map(rows.map(({ key, count, milliseconds }) => [key, { count: Number(count), milliseconds }]));
}

/** Counts an attempt, whatever its result; throws `too_many_requests` beyond the limit. */
export async function countTowardsLimit(db: Db, key: string, { most, window }: { most: number; window: number }): Promise<void> {
  const { count = 0, milliseconds = window } = (await addHits(db, [{ key, count: 1 }], window)).get(key) ?? {};
  if (count > most) throw new AppError('too_many_requests', { retryAfter: Math.ceil(milliseconds / 1000) });
}

export async function deleteEndedCounters(db: Db): Promise<void> {
  await deleteInPortions(db, 'rate_counters', sql<boolean>`ends_at < ${new Date()}`);
}
