import { sql, type Insertable, type Selectable } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { ChainedLine } from '#server/platform/database/tables/operations.tables.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { InsightsTable } from '#server/platform/database/tables/documents.tables.ts';

export type InsightRow = Selectable<InsightsTable>;

/** `rows`: at least one. */
export async function insertInsights(tx: Tx, rows: readonly Insertable<InsightsTable>[]): Promise<void> {
  await tx.insertInto('insights').values(rows).execute();
}

/** A history entry that was altered, or whose predecessor is missing. */
export interface BrokenLine {
  resourceId: string;
  number: string;
  id: string;
  action: string;
  at: Date;
  isRewritten: boolean;
}

/** Finds entries that break the hash chain, of one resource or of all. */
export async function findBrokenLines(db: Db | Tx, resourceId: string | null): Promise<BrokenLine[]> {
  const { rows } = await sql<BrokenLine>`
    select "resourceId", number, id, action, at, "isRewritten"
    from (
      select line.resource_id as "resourceId", line.number, line.id, line.action, line.created_at as at,
        line.hash is distinct from insight_hash(line) as "isRewritten",
        line.previous_hash is distinct from lag(line.hash) over (partition by line.resource_id order by line.number) as "isCutOff"
      from insights line where ${resourceId === null ? sql`true` : sql`line.resource_id = ${resourceId}`}
    ) lines
    where "isRewritten" or "isCutOff" order by number`.execute(db);
  return rows;
}

/** Whether no entry of the history was altered and none is missing in between. */
export async function isChainIntact(db: Db | Tx, resourceId: string): Promise<boolean> {
  return (await findBrokenLines(db, resourceId)).length === 0;
}

/** Returns the histories of the resources in the order of recording (see the SQL function `insight_hash`). */
export function findChainedLines(db: Db | Tx, resourceIds: readonly string[]): Promise<ChainedLine[]> {
  return db.selectFrom('insights')
    .select((line) => [
      sql<string>`number::text`.as('number'), line.fn.coalesce('previous_hash', sql<string>`''`).as('previousHash'), 'id',
      'resource_id as resourceId', 'resource_type as resourceType', 'action', sql<string>`actor::text`.as('actor'),
      sql<string>`attributes::text`.as('attributes'), sql<string>`to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`.as('at'),
      line.fn.coalesce('hash', sql<string>`''`).as('hash'),
    ])
    .where('resource_id', '=', anyOf(resourceIds)).where('number', 'is not', null).orderBy(sql`insights.number`).execute();
}

export function findInsights(db: Db | Tx, resourceId: string): Promise<InsightRow[]> {
  return db.selectFrom('insights').selectAll().where('resource_id', '=', resourceId).orderBy('created_at').orderBy('id').execute();
}
