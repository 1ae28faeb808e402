/** Storage counters per account. Triggers update them in the transaction that changes a document. */
import { sql } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';

/**
 * Separate counter for what a person uploads to other people's transactions: signed documents and pictures for
 * identity checks.
 */
export const signingHolder = (userId: string): string => `signing/${userId}`;

/** The account whose storage a document counts towards: the organization it belongs to, or else its owner. */
export const holderOf = ({ userId, orgId }: { userId: string; orgId: string | null }): string => orgId ?? userId;

/** Returns the bytes used by all these accounts together. */
export async function usedBy(db: Db | Tx, holderIds: readonly string[]): Promise<number> {
  const { used } = await db.selectFrom('storage_use').select(({ fn }) => fn.sum<string | null>('used').as('used'))
    .where('holder_id', '=', anyOf(holderIds)).executeTakeFirstOrThrow();
  return Number(used ?? 0);
}

/**
 * Updates the counters now for the changes of this transaction; by default the deferred constraint trigger does so
 * at commit.
 */
export async function countNow(tx: Tx): Promise<void> {
  await sql`set constraints storage_of_version immediate`.execute(tx);
}

export interface Drift {
  holderId: string;
  /** Bytes counted in excess; negative when too few were counted. */
  difference: number;
}

/**
 * Finds counters that differ from the stored bodies. A single statement, so that concurrent changes don't appear as
 * drift.
 */
export async function findDrift(db: Db | Tx): Promise<Drift[]> {
  const { rows } = await sql<{ holder_id: string; difference: string }>`
    with real as (select holder_id, sum(size) as used from counted_bodies group by holder_id),
      wrong as (
        select coalesce(u.holder_id, r.holder_id) as holder_id, coalesce(u.used, 0) - coalesce(r.used, 0) as difference
        from storage_use u full join real r using (holder_id) where coalesce(u.used, 0) <> coalesce(r.used, 0)
        union
        select coalesce(b.holder_id, c.holder_id), 0 from storage_bodies b full join counted_bodies c using (holder_id, body_ref)
        where (b.size, b.uses) is distinct from (c.size, c.uses))
    select holder_id, max(difference) filter (where difference <> 0) as difference from wrong group by holder_id`.execute(db);
  return rows.map((row) => ({ holderId: row.holder_id, difference: Number(row.difference ?? 0) }));
}

/** Recounts everything. Concurrent changes of documents wait at commit. */
export async function recountStorage(tx: Tx): Promise<void> {
  await sql`lock table storage_bodies, storage_use in share row exclusive mode`.execute(tx);
  await sql`delete from storage_bodies`.execute(tx);
  await sql`delete from storage_use`.execute(tx);
  await sql`insert into storage_bodies (holder_id, body_ref, size, uses) select holder_id, body_ref, size, uses from counted_bodies`.execute(tx);
  await sql`insert into storage_use (holder_id, used) select holder_id, sum(size) from storage_bodies group by holder_id`.execute(tx);
}

/** Stores the result of the last check, replacing the previous one. */
export async function recordCheck(tx: Tx, drift: readonly Drift[]): Promise<void> {
  await tx.deleteFrom('storage_checks').execute();
  const bytes = drift.reduce((sum, each) => sum + Math.abs(each.difference), 0);
  await tx.insertInto('storage_checks').values({ checked_at: new Date(), wrong_holders: drift.length, wrong_bytes: bytes }).execute();
}
