/**
 * Removes orphaned bodies: stored bodies that no row refers to, left when a node was killed between commit and removal, or
 * between a write and its row, or when the upload of a tail went with its account. Scans the storage itself, so it finds
 * orphans of any cause. Locks deletion for one portion at a time: a backup that waits begins before the next one, and the
 * job starts again later.
 */
import type pg from 'pg';
import type { Db } from '#server/platform/database/database.ts';
import { withDeletionLock } from '#server/adapters/storage/deletion-lock.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { composedBodies, findOrphanedBodies } from '#server/repositories/bodies.repository.ts';

/** Minimum age in milliseconds: the row of a younger body may not be committed yet. */
const oldEnough = 24 * 60 * 60 * 1000;
const atOnce = 500;
/** Milliseconds to wait for jobs that remove bodies at the same time. A backup takes longer. */
const waitMs = 2000;

interface Resources {
  db: Db;
  pool: pg.Pool;
  storage: Storage;
}

export async function removeOrphans(resources: Resources, now = Date.now()): Promise<number> {
  const { db, storage } = resources;
  const before = new Date(now - oldEnough);
  let removed = await storage.removeIncompleteUploads(before);
  for (let refs = await composedBodies(db, before, '', atOnce); refs.length > 0; refs = await composedBodies(db, before, refs.at(-1) ?? '', atOnce)) {
    removed += await removeUnused(resources, refs);
  }
  for await (const refs of heldBefore(storage, before)) removed += await removeUnused(resources, refs);
  return removed;
}

/** The references of bodies stored before this time, in portions. */
async function* heldBefore(storage: Storage, before: Date): AsyncGenerator<string[]> {
  let refs: string[] = [];
  for await (const { ref, changedAt } of storage.holdings()) {
    if (changedAt < before) refs.push(ref);
    if (refs.length < atOnce) continue;
    yield refs;
    refs = [];
  }
  if (refs.length > 0) yield refs;
}

/** Looked for under the lock only if there are any, so that most portions don't need it. */
async function removeUnused({ db, pool, storage }: Resources, refs: readonly string[]): Promise<number> {
  const found = await findOrphanedBodies(db, refs);
  if (found.length === 0) return 0;
  return withDeletionLock(pool, async () => {
    const orphans = await findOrphanedBodies(db, found);
    for (const ref of orphans) await storage.remove(ref);
    return orphans.length;
  }, { waitMs });
}
