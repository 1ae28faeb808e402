/** Filters of lists that people keep. */
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { SavedFiltersTable } from '#server/platform/database/tables/documents.tables.ts';
import { lockKey } from './lock.ts';

export type SavedFilterRow = Selectable<SavedFiltersTable>;

/** Those of a person in one space, sorted by name. */
export async function findSavedFilters(db: Db | Tx, userId: string, orgId: string | null): Promise<SavedFilterRow[]> {
  const { rows } = await sql<SavedFilterRow>`
    select * from saved_filters where user_id = ${userId} and coalesce(org_id, '') = ${orgId ?? ''} order by name collate list_names, id`.execute(db);
  return rows;
}

export function findSavedFilter(db: Db | Tx, id: string): Promise<SavedFilterRow | undefined> {
  return db.selectFrom('saved_filters').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the filters of a person: their number is limited, and each name is there once. */
export const lockSavedFilters = (tx: Tx, userId: string): Promise<void> => lockKey(tx, `filters/${userId}`);

export function insertSavedFilter(tx: Tx, row: Insertable<SavedFiltersTable>): Promise<SavedFilterRow> {
  return tx.insertInto('saved_filters').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function renameSavedFilter(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('saved_filters').set({ name }).where('id', '=', id).execute();
}

/** Returns whether the person had it. */
export async function deleteSavedFilter(db: Db, id: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('saved_filters').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
