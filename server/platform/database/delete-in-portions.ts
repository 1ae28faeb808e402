import { sql, type RawBuilder } from 'kysely';
import type { Db, Schema } from './database.ts';

const portion = 1000;

/**
 * Deletes rows in short transactions, however many there are, so that nobody waits for a clean-up for long. Rows that somebody is
 * changing are left to the next one. The condition needs an index unless the table stays small.
 */
export async function deleteInPortions(db: Db, table: keyof Schema, condition: RawBuilder<boolean>): Promise<number> {
  const name = sql.table(table);
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from ${name} where ctid = any(array(select ctid from ${name} where ${condition} limit ${portion} for update skip locked))`.execute(db);
    deleted += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < portion) return deleted;
  }
}
