/**
 * Joins bodies of many parts into one object, so that reading a document doesn't take as many requests as it has
 * signatures. Only current versions: the next ones continue them, and earlier ones are rarely read. Age is no reason to
 * join: the parts stay as long as earlier versions have them, so a joined body takes space for good.
 */
import type pg from 'pg';
import type { Db } from '#server/platform/database/database.ts';
import { withDeletionLock } from '#server/adapters/storage/deletion-lock.ts';
import { StorageError, type Storage } from '#server/adapters/storage/storage.ts';
import { findLongBodies, replaceParts, type LongBody } from '#server/repositories/bodies.repository.ts';

const atOnce = 100;

/** Returns how many bodies were joined. Throws while a backup runs: it would save a body in both forms. */
export async function joinParts({ db, pool, storage }: { db: Db; pool: pg.Pool; storage: Storage }): Promise<number> {
  return withDeletionLock(pool, async () => {
    let joined = 0;
    for (const body of await findLongBodies(db, atOnce)) joined += Number(await joinOne(db, storage, body));
    return joined;
  });
}

/** The parts are left to the nightly clean-up, where no other version has them. False if the body was removed meanwhile. */
async function joinOne(db: Db, storage: Storage, { ref, size, hash }: LongBody): Promise<boolean> {
  const written = await storage.writeJoined({ ref, size, hash }).then(() => true, ignoreNotFound);
  if (written && (await db.transaction().execute((tx) => replaceParts(tx, ref)))) return true;
  await storage.remove(ref);
  return false;
}

function ignoreNotFound(error: unknown): false {
  if (error instanceof StorageError && error.code === 'missing') return false;
  throw error;
}
