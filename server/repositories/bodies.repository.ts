import { sql } from 'kysely';
import { findParts, insertParts, lockObjects, type BodyPart } from '#server/adapters/storage/body-parts.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { bodyReferences } from './body-references.ts';

/** Returns those of the bodies that nothing refers to, neither a row nor a composed body. */
export async function findOrphanedBodies(db: Db | Tx, refs: readonly string[]): Promise<string[]> {
  const unnamed = bodyReferences.map(({ table, names }) => sql`not exists (select 1 from ${sql.table(table)} where ${names})`);
  const { rows } = await sql<{ ref: string }>`
    select ref from unnest(${[...refs]}::text[]) ref
    where not exists (select 1 from body_parts where part_ref = ref) and ${sql.join(unnamed, sql` and `)}`.execute(db);
  return rows.map((row) => row.ref);
}

/** Returns the next composed bodies after this reference that were recorded before this time. */
export async function composedBodies(db: Db, before: Date, after: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('body_parts').select('body_ref').where('position', '=', 0).where('body_ref', '>', after).where('created_at', '<', before)
    .orderBy('body_ref').limit(limit).execute();
  return rows.map((row) => row.body_ref);
}

interface BodyContinuation {
  ref: string;
  /** The body that is continued, and its size in bytes. */
  base: string;
  size: number;
  /** The object that will keep the tail. */
  tail: string;
}

/** Records a body that continues another one and whose tail is still to be stored. Returns false if the other no longer exists. */
export async function continueBody(tx: Tx, { ref, base, size, tail }: BodyContinuation): Promise<boolean> {
  for (;;) {
    const seen = await objectsOf(tx, base, size);
    await lockObjects(tx, [base, ...seen.map((part) => part.ref)], { shared: true });
    if ((await findOrphanedBodies(tx, [base])).length > 0) return false;
    const parts = await objectsOf(tx, base, size);
    // Its parts were joined between the two.
    if (parts.map((part) => part.ref).join() !== seen.map((part) => part.ref).join()) continue;
    await insertParts(tx, ref, parts, tail);
    return true;
  }
}

async function objectsOf(tx: Tx, ref: string, size: number): Promise<BodyPart[]> {
  const parts = await findParts(tx, ref);
  return parts.length === 0 ? [{ ref, size }] : parts;
}

export interface LongBody {
  ref: string;
  size: number;
  hash: string;
}

/** Returns current versions whose bodies have more parts than `body_parts_long` counts. */
export async function findLongBodies(db: Db, limit: number): Promise<LongBody[]> {
  const { rows } = await sql<{ ref: string; size: string; hash: string }>`
    select distinct v.body_ref as ref, v.size, v.hash from body_parts p
    join file_versions v on v.body_ref = p.body_ref and v.removed_at is null
    join files f on f.id = v.file_id and f.version = v.version and f.deleted_at is null
    where p.position = 32 limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
}

/** Makes a composed body one object, under its own reference. False if it has no parts any more. */
export async function replaceParts(tx: Tx, ref: string): Promise<boolean> {
  await lockObjects(tx, [ref], { shared: false });
  // Transactions that change versions with this body wait here, and count the joined object. Locked after the body, in the
  // same order as by uploads that name the body as their base.
  await sql`lock table storage_bodies in share row exclusive mode`.execute(tx);
  await sql`select uncount_body(v.holder_id, p.part_ref) from file_versions v join body_parts p on p.body_ref = v.body_ref
    where v.body_ref = ${ref} and v.removed_at is null and v.holder_id is not null`.execute(tx);
  const dropped = await tx.deleteFrom('body_parts').where('body_ref', '=', ref).returning('part_ref').execute();
  if (dropped.length === 0) return false;
  await sql`select count_body(v.holder_id, v.body_ref, v.size) from file_versions v
    where v.body_ref = ${ref} and v.removed_at is null and v.holder_id is not null`.execute(tx);
  return true;
}
