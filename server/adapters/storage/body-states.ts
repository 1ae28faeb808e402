/**
 * The states of the digests at the end of a body, from which the hashes of what continues it are computed without reading it
 * again. Made in one pass when a body is continued for the first time, and checked against its hash then.
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

type Files = readonly { path: string }[];

/** Computes states; given by the document core. */
export interface BodyHasher {
  hash(parts: Files): Promise<HashedBody>;
  /** Null if the state is damaged, or of another version of the core. */
  continue(state: Uint8Array, tail: Files): Promise<HashedBody | null>;
}

export async function findHashState(db: Db, ref: string): Promise<Uint8Array | null> {
  const row = await db.selectFrom('body_states').select('state').where('body_ref', '=', ref).executeTakeFirst();
  return row?.state ?? null;
}

export async function storeHashState(db: Db, ref: string, state: Uint8Array): Promise<void> {
  const bytes = Buffer.from(state);
  await db.insertInto('body_states').values({ body_ref: ref, state: bytes }).onConflict((conflict) => conflict.column('body_ref').doUpdateSet({ state: bytes })).execute();
}
