/**
 * Removes orphaned bodies: stored bodies that no row refers to, left when a node was killed between commit and removal, or
 * between a write and its row, or when the upload of a tail went with its account. Scans the storage itself, so it finds
 * orphans of any cause.
 */
import type pg from 'pg';
import type { Db } from '#server/platform/database/database.ts';
import { withDeletionLock } from '#server/adapters/storage/deletion-lock.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { composedBodies, findOrphanedBodies } from '#server/repositories/bodies.repository.ts';

/** Minimum age in milliseconds: the row of a younger body may not be committed yet. */
const oldEnough = 24 * 60 * 60 * 1000;
const atOnce = 500;

export async function removeOrphans({ db, pool, storage }: { db: Db; pool: pg.Pool; storage: Storage }, now = Date.now()): Promise<number> {
  const before = new Date(now - oldEnough);
  return withDeletionLock(pool, async () => {
    let removed = await storage.removeIncompleteUploads(before);
    let waiting: string[] = [];
    for (let refs = await composedBodies(db, before, '', atOnce); refs.length > 0; refs = await composedBodies(db, before, refs.at(-1) ?? '', atOnce)) {
      for (const ref of await findOrphanedBodies(db, refs)) {
        await storage.remove(ref);
        removed += 1;
      }
    }
    const check = async (): Promise<void> => {
      for (const ref of await findOrphanedBodies(db, waiting)) {
        await storage.remove(ref);
        removed += 1;
      }
      waiting = [];
    };
    for await (const { ref, changedAt } of storage.holdings()) {
      if (changedAt < before) waiting.push(ref);
      if (waiting.length >= atOnce) await check();
    }
    await check();
    return removed;
  });
}
