import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';

/** An advisory lock across all nodes until the transaction ends, for counts and for rows that don't exist yet. */
export async function lockKey(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** Serializes creations with the same id: a retry that arrives during the first attempt finds its result. */
export const lockCreation = (tx: Tx, id: string): Promise<void> => lockKey(tx, `new/${id}`);
