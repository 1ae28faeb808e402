/**
 * Keys of encrypted bodies. Each body has its own key, sealed under the document key, which is one of the
 * installation's sealed keys (`documents/N`). Rotating the document key reseals the bodies' keys; the bodies stay
 * as they are.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { sealUnder, unsealUnder, type KeyVault } from '#server/adapters/authority/key-vault.ts';
import type { Db } from '#server/platform/database/database.ts';
import { LruCache } from '#server/platform/lru-cache.ts';
import type { BodyKey } from './body-cipher.ts';

export interface FoundKey extends BodyKey {
  /** Whether the body may still be in plaintext. */
  converting: boolean;
}

export interface BodyKeys {
  /** Returns null when the body isn't encrypted. */
  find(ref: string): Promise<FoundKey | null>;
  add(ref: string, key: BodyKey, converting: boolean): Promise<void>;
  /** Marks the encryption of the body as complete. */
  settle(ref: string): Promise<void>;
  remove(ref: string): Promise<void>;
}

const keyLength = 32;
const mostRemembered = 5_000;
const rowsAtOnce = 500;
const nameOf = (generation: number): string => `documents/${generation}`;
const boundTo = (generation: number, ref: string): string => `${nameOf(generation)}/${ref}`;

function pack({ key, size }: BodyKey): Buffer {
  const packed = Buffer.alloc(keyLength + 8);
  key.copy(packed);
  packed.writeBigUInt64BE(BigInt(size), keyLength);
  return packed;
}

const unpack = (packed: Buffer): BodyKey => ({ key: packed.subarray(0, keyLength), size: Number(packed.readBigUInt64BE(keyLength)) });

/** Returns the existing generations, newest first. */
export async function generationsOf(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('sealed_keys').select('name').where('name', 'like', 'documents/%').execute();
  return rows.map(({ name }) => Number(name.slice('documents/'.length))).toSorted((a, b) => b - a);
}

export function createBodyKeys(db: Db, vault: KeyVault): BodyKeys & { rotate(): Promise<{ generation: number; resealed: number }>; prepare(): Promise<void> } {
  const generations = new Map<number, Buffer>();
  /** The key of a reference never changes. */
  const remembered = new LruCache<string, FoundKey>(mostRemembered);

  async function generationKey(generation: number): Promise<Buffer> {
    const known = generations.get(generation);
    if (known) return known;
    const key = await vault.findOrCreate(nameOf(generation), () => Promise.reject(new Error(`The documents' key ${generation} is gone`)));
    generations.set(generation, key);
    return key;
  }

  async function create(generation: number): Promise<void> {
    generations.set(generation, await vault.findOrCreate(nameOf(generation), () => Promise.resolve(randomBytes(keyLength))));
  }

  async function prepare(): Promise<void> {
    if ((await generationsOf(db)).length === 0) await create(1);
  }

  async function open(ref: string, again: boolean): Promise<FoundKey | null> {
    const row = await db.selectFrom('body_keys').select(['generation', 'sealed', 'converting']).where('body_ref', '=', ref).executeTakeFirst();
    if (!row) return null;
    let key: Buffer;
    try {
      key = await generationKey(row.generation);
    } catch (error) {
      // The key was resealed under another generation between the two queries.
      if (again) return open(ref, false);
      throw error;
    }
    return { ...unpack(unsealUnder(key, boundTo(row.generation, ref), row.sealed)), converting: row.converting };
  }

  async function find(ref: string): Promise<FoundKey | null> {
    const known = remembered.get(ref);
    if (known) return known;
    const found = await open(ref, true);
    if (found === null || found.converting) return found;
    remembered.set(ref, found);
    return found;
  }

  async function add(ref: string, body: BodyKey, converting: boolean): Promise<void> {
    for (;;) {
      const [generation = 0] = await generationsOf(db);
      const sealed = sealUnder(await generationKey(generation), boundTo(generation, ref), pack(body));
      // The row lock keeps a rotation from deleting the generation before its first use is inserted.
      const { rows } = await sql<{ body_ref: string }>`
        with held as materialized (select name from sealed_keys where name = ${nameOf(generation)} for key share)
        insert into body_keys (body_ref, generation, sealed, converting) select ${ref}, ${generation}::int, ${sealed}::bytea, ${converting}::boolean from held
        on conflict (body_ref) do update set generation = excluded.generation, sealed = excluded.sealed, converting = excluded.converting
        returning body_ref`.execute(db);
      if (rows.length > 0) return;
    }
  }

  async function resealSome(generation: number): Promise<number> {
    return db.transaction().execute(async (tx) => {
      const rows = await tx.selectFrom('body_keys').select(['body_ref', 'generation', 'sealed']).where('generation', '<', generation)
        .limit(rowsAtOnce).forUpdate().skipLocked().execute();
      const next = await generationKey(generation);
      for (const { body_ref: ref, generation: from, sealed } of rows) {
        const packed = unsealUnder(await generationKey(from), boundTo(from, ref), sealed);
        await tx.updateTable('body_keys').set({ generation, sealed: sealUnder(next, boundTo(generation, ref), packed) }).where('body_ref', '=', ref).execute();
      }
      return rows.length;
    });
  }

  /** Returns false when the generation is in use again. */
  async function forget(generation: number): Promise<boolean> {
    const forgotten = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('sealed_keys').select('name').where('name', '=', nameOf(generation)).forUpdate().execute();
      const used = await tx.selectFrom('body_keys').select('body_ref').where('generation', '=', generation).limit(1).executeTakeFirst();
      if (used === undefined) await tx.deleteFrom('sealed_keys').where('name', '=', nameOf(generation)).execute();
      return used === undefined;
    });
    if (forgotten) generations.delete(generation);
    return forgotten;
  }

  /** Can be interrupted and repeated; each call starts a new generation. */
  async function rotate(): Promise<{ generation: number; resealed: number }> {
    const old = await generationsOf(db);
    const generation = (old[0] ?? 0) + 1;
    await create(generation);
    let resealed = 0;
    for (const each of old) {
      do {
        for (let done = await resealSome(generation); done > 0; done = await resealSome(generation)) resealed += done;
      } while (!(await forget(each)));
    }
    return { generation, resealed };
  }

  return {
    find, add, rotate, prepare,
    settle: async (ref) => {
      await db.updateTable('body_keys').set({ converting: false }).where('body_ref', '=', ref).execute();
    },
    remove: async (ref) => {
      remembered.delete(ref);
      await db.deleteFrom('body_keys').where('body_ref', '=', ref).execute();
    },
  };
}
