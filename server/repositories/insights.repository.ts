import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import type { InsightsTable } from '#server/adapters/database/tables/documents.tables.ts';

export type InsightRow = Selectable<InsightsTable>;

export async function insertInsight(tx: Tx, row: Insertable<InsightsTable>): Promise<void> {
  await tx.insertInto('insights').values(row).execute();
}

/** A line of a history that is not as it was written, or before which one is missing. */
export interface BrokenLine {
  resourceId: string;
  number: string;
  id: string;
  action: string;
  at: Date;
  isRewritten: boolean;
}

/** What does not fit into the chains of hashes: of one history, or of all that there are. */
export async function findBrokenLines(db: Db | Tx, resourceId: string | null): Promise<BrokenLine[]> {
  const { rows } = await sql<BrokenLine>`
    select "resourceId", number, id, action, at, "isRewritten"
    from (
      select line.resource_id as "resourceId", line.number, line.id, line.action, line.created_at as at,
        line.hash is distinct from insight_hash(line) as "isRewritten",
        line.previous_hash is distinct from lag(line.hash) over (partition by line.resource_id order by line.number) as "isCutOff"
      from insights line where ${resourceId}::text is null or line.resource_id = ${resourceId}
    ) lines
    where "isRewritten" or "isCutOff" order by number`.execute(db);
  return rows;
}

/** Whether every line of a history is as it was written, and none is missing between others. */
export async function isChainIntact(db: Db | Tx, resourceId: string): Promise<boolean> {
  return (await findBrokenLines(db, resourceId)).length === 0;
}

export function findInsights(db: Db | Tx, resourceId: string): Promise<InsightRow[]> {
  return db.selectFrom('insights').selectAll().where('resource_id', '=', resourceId).orderBy('created_at').orderBy('id').execute();
}
