import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import type { InsightsTable } from '#server/adapters/database/tables/documents.tables.ts';

export type InsightRow = Selectable<InsightsTable>;

export async function insertInsight(tx: Tx, row: Insertable<InsightsTable>): Promise<void> {
  await tx.insertInto('insights').values(row).execute();
}

/** Whether every line of a history is as it was written, and none is missing between others. */
export async function isChainIntact(db: Db | Tx, resourceId: string): Promise<boolean> {
  const { rows } = await sql<{ intact: boolean | null }>`
    select bool_and(hash = insight_hash(line) and previous_hash is not distinct from before) as intact
    from (
      select line, line.hash, line.previous_hash, lag(line.hash) over (order by line.number) as before
      from insights line where line.resource_id = ${resourceId}
    ) lines`.execute(db);
  return rows[0]?.intact ?? true;
}

export function findInsights(db: Db, resourceId: string): Promise<InsightRow[]> {
  return db.selectFrom('insights').selectAll().where('resource_id', '=', resourceId).orderBy('created_at').orderBy('id').execute();
}
