/** Makes one backup of the schedule: cleans up, saves, verifies, and removes the oldest. */
import { mkdir, rename, rm } from 'node:fs/promises';
import type pg from 'pg';
import { backUp, type BackupSource } from './back-up.ts';
import { backupAt, partOf, removeOldBackups, removeParts } from './backup-folder.ts';
import type { Manifest } from './manifest.ts';
import { verifyBackup } from './verify.ts';

export interface BackupPlan {
  folder: string;
  /** How many backups stay. */
  keep: number;
}

export interface MadeBackup {
  path: string;
  manifest: Manifest;
  /** How many old backups were removed, or why they could not be. */
  removed: number | Error;
}

/** Null: another backup of the schedule is running. On failure, nothing is left and no earlier backup is removed. */
export const makeScheduledBackup = (source: BackupSource, plan: BackupPlan): Promise<MadeBackup | null> =>
  withBackupLock(source.pool, async () => {
    await mkdir(plan.folder, { recursive: true, mode: 0o700 });
    await removeParts(plan.folder);
    const path = backupAt(plan.folder, new Date());
    const manifest = await makeAt(path, source);
    return { path, manifest, removed: await removeOldBackups(plan.folder, plan.keep).catch((error: Error) => error) };
  });

async function makeAt(path: string, source: BackupSource): Promise<Manifest> {
  const part = partOf(path);
  try {
    const manifest = await backUp(source, part);
    // The identity that opens an encrypted backup is not here.
    if (source.recipient === undefined) await verifyBackup(part, { readBodies: false });
    await rename(part, path);
    return manifest;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

const lockSpace = 4_017_263;
const backupLock = 6;

/** One node at a time: the job queue gives a job to a second node if the first holds it for more than four hours. */
async function withBackupLock<Result>(pool: pg.Pool, work: () => Promise<Result>): Promise<Result | null> {
  const client = await pool.connect();
  try {
    const { rows: [row] } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1::int, $2::int) as taken', [lockSpace, backupLock]);
    if (row?.taken !== true) return null;
    try {
      return await work();
    } finally {
      // A connection that broke has no lock any more.
      await client.query('select pg_advisory_unlock($1::int, $2::int)', [lockSpace, backupLock]).catch(() => undefined);
    }
  } finally {
    client.release(true);
  }
}
