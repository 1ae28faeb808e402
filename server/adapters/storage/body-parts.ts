/**
 * The parts of composed bodies. A part is an object that never changes, and it stays as long as any body contains it: a
 * version that continues another one has the other's parts and a tail of its own.
 */
import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/database.ts';

export interface BodyPart {
  ref: string;
  /** Bytes; 0 while a tail is still coming. */
  size: number;
}

/** Returns the parts of a body in order; none for a body that is one object. */
export async function findParts(db: Db | Tx, ref: string): Promise<BodyPart[]> {
  const rows = await db.selectFrom('body_parts').select(['part_ref', 'size']).where('body_ref', '=', ref).orderBy('position').execute();
  return rows.map((row) => ({ ref: row.part_ref, size: Number(row.size) }));
}

/**
 * Locks objects until the transaction ends: `shared` to make them parts of another body, exclusively to find out whether
 * anything refers to them. So no object is removed as unused while a body that contains it is being recorded.
 */
export async function lockObjects(tx: Tx, refs: readonly string[], { shared }: { shared: boolean }): Promise<void> {
  const lock = sql.raw(shared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  // In one order everywhere, to prevent deadlocks.
  await sql`select ${lock}(hashtextextended('object/' || ref, 0)) from (select ref from unnest(${[...new Set(refs)]}::text[]) ref order by ref) sorted`.execute(tx);
}

/** Records a body that consists of these parts and a tail that is still to be stored. */
export async function insertParts(tx: Tx, ref: string, parts: readonly BodyPart[], tail: string): Promise<void> {
  const rows = [...parts, { ref: tail, size: 0 }].map((part, position) => ({ body_ref: ref, position, part_ref: part.ref, size: part.size }));
  await tx.insertInto('body_parts').values(rows).execute();
}

/** Records the size of a stored tail. */
export async function settleTail(tx: Tx, ref: string, size: number): Promise<void> {
  await tx.updateTable('body_parts').set({ size }).where('body_ref', '=', ref).where('size', '=', '0').execute();
}

/** Returns the objects that nothing refers to, as a body or as a part. */
export type FindUnused = (tx: Tx, refs: readonly string[]) => Promise<string[]>;

/**
 * Deletes the record of a body that is no longer needed. Returns the objects to remove: the body's own, and those of its
 * parts that nothing else refers to. An object that is part of another body stays.
 */
export function releaseBody(db: Db, ref: string, findUnused: FindUnused): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const dropped = await tx.deleteFrom('body_parts').where('body_ref', '=', ref).returning('part_ref').execute();
    const parts = dropped.map((row) => row.part_ref);
    await tx.deleteFrom('body_states').where('body_ref', '=', ref).execute();
    await lockObjects(tx, [ref, ...parts], { shared: false });
    const named = await tx.selectFrom('body_parts').select('part_ref').where('part_ref', '=', ref).limit(1).executeTakeFirst();
    const unused = parts.length === 0 ? [] : await findUnused(tx, parts);
    return named === undefined ? [ref, ...unused] : unused;
  });
}
