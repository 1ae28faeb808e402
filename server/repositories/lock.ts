import { sql } from 'kysely';
import type { Tx } from '#server/adapters/database/database.ts';

/** One at a time, whichever node asks, until the database transaction ends: for counts and for things that are not there yet. */
export async function lockKey(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** Creates that name the same id go one after the other: a repeated one that comes while the first is at work finds what that made. */
export const lockNew = (tx: Tx, id: string): Promise<void> => lockKey(tx, `new/${id}`);
