/**
 * Facts about stored bodies, so that a body that continues one need not read it again: the hash state at its end and, for
 * documents, the references of its objects. Computed while the body is received, or in one pass when it is first continued, and
 * checked against its hash.
 */
import type { Db } from '#server/platform/database/database.ts';

export interface HashedBody {
  /** Opaque, and of one version of the document core. */
  state: Uint8Array;
  /** Bytes. */
  length: number;
  /** SHA-256, hexadecimal. */
  hash: string;
}

/** Computes states; given by the document core. */
export interface BodyHasher {
  /** False if the state is damaged, or of another version of the core. */
  isUsable(state: Uint8Array): Promise<boolean>;
  /** `state` null: from the start. */
  add(state: Uint8Array | null, bytes: Uint8Array): Promise<HashedBody>;
}

export interface KnownState {
  state: Uint8Array;
  /** The body whose row describes the objects: the body itself, or one that it continues. */
  objectsRef: string | null;
}

export async function findHashState(db: Db, ref: string): Promise<KnownState | null> {
  const row = await db.selectFrom('body_states').select(['state', 'objects_ref']).where('body_ref', '=', ref).executeTakeFirst();
  return row === undefined ? null : { state: row.state, objectsRef: row.objects_ref };
}

export async function findObjects(db: Db, ref: string): Promise<Uint8Array | null> {
  const row = await db.selectFrom('body_states').select('objects').where('body_ref', '=', ref).executeTakeFirst();
  return row?.objects ?? null;
}

export async function storeHashState(db: Db, ref: string, { state, objectsRef }: KnownState): Promise<void> {
  const row = { state: Buffer.from(state), objects_ref: objectsRef };
  await db.insertInto('body_states').values({ body_ref: ref, ...row }).onConflict((conflict) => conflict.column('body_ref').doUpdateSet(row)).execute();
}

/** Does nothing for a body without a state: only together do they save reading. */
export async function storeObjects(db: Db, ref: string, objects: Uint8Array): Promise<void> {
  await db.updateTable('body_states').set({ objects: Buffer.from(objects), objects_ref: ref }).where('body_ref', '=', ref).execute();
}
