import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import type { InsightsTable } from '#server/adapters/database/tables/documents.tables.ts';

export type InsightRow = Selectable<InsightsTable>;

export async function insertInsight(tx: Tx, row: Insertable<InsightsTable>): Promise<void> {
  await tx.insertInto('insights').values(row).execute();
}

export function findInsights(db: Db, resourceId: string): Promise<InsightRow[]> {
  return db.selectFrom('insights').selectAll().where('resource_id', '=', resourceId).orderBy('created_at').orderBy('id').execute();
}
