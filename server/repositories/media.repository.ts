import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { MediaType } from '#contract/entities/media.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { MediaTable } from '#server/platform/database/tables/documents.tables.ts';

export type MediaRow = Selectable<MediaTable>;

export function listMedia(db: Db, ownerId: string): Promise<MediaRow[]> {
  return db.selectFrom('media').selectAll().where('owner_id', '=', ownerId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}

export function findMedia(db: Db | Tx, id: string): Promise<MediaRow | undefined> {
  return db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Serializes changes of a person's media; the count limit and the single default depend on it. */
export async function lockMediaOf(tx: Tx, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`media/${ownerId}`}, 0))`.execute(tx);
}

export async function countMedia(tx: Tx, ownerId: string, type: MediaType): Promise<number> {
  const row = await tx
    .selectFrom('media')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('owner_id', '=', ownerId)
    .where('type', '=', type)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertMedia(tx: Tx, row: Insertable<MediaTable>): Promise<void> {
  await tx.insertInto('media').values(row).execute();
}

export async function updateMedia(tx: Tx, id: string, changes: Updateable<MediaTable>): Promise<void> {
  await tx.updateTable('media').set({ ...changes, updated_at: new Date() }).where('id', '=', id).execute();
}

export async function deleteMedia(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('media').where('id', '=', id).execute();
}

export async function clearDefault(tx: Tx, ownerId: string, type: MediaType): Promise<void> {
  await tx
    .updateTable('media')
    .set({ is_default: false })
    .where('owner_id', '=', ownerId)
    .where('type', '=', type)
    .where('is_default', '=', true)
    .execute();
}

export function latestMedia(tx: Tx, ownerId: string, type: MediaType): Promise<MediaRow | undefined> {
  return tx
    .selectFrom('media')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('type', '=', type)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
