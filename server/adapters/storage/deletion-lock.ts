/**
 * Prevents the removal of bodies during a backup. Backups share the lock. Code that removes bodies holds it exclusively, for one
 * portion at a time, and retries later if it is held. A backup that waits for a portion gets the lock before the next one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { disableSocketTimeout } from '#server/platform/database/socket-timeout.ts';

const lockSpace = 4_017_263;
const bodiesLock = 5;
const tryEvery = 50;

/**
 * Blocks the removal of bodies on all nodes until released. Waits for a removal in progress, and calls `onWait` if there
 * is one. `release` fails when the lock was lost meanwhile.
 */
export async function lockDeletion(pool: pg.Pool, onWait: () => void = () => undefined): Promise<{ release(): Promise<void> }> {
  const client = await pool.connect();
  disableSocketTimeout(client);
  if (!(await isTaken(client, 'pg_try_advisory_lock_shared'))) {
    onWait();
    await client.query('select pg_advisory_lock_shared($1::int, $2::int)', [lockSpace, bodiesLock]);
  }
  return {
    release: async () => {
      try {
        await client.query('select pg_advisory_unlock_shared($1::int, $2::int)', [lockSpace, bodiesLock]);
      } finally {
        client.release(true);
      }
    },
  };
}

/**
 * Runs code that removes bodies: one portion, since backups wait for its end. Throws when the lock is still held after
 * `waitMs`, so that its job is retried later.
 */
export async function withDeletionLock<Result>(pool: pg.Pool, work: () => Promise<Result>, { waitMs = 0 } = {}): Promise<Result> {
  const client = await pool.connect();
  try {
    if (!(await takeWithin(client, waitMs))) throw new Error('Deletion is locked by a backup, or by another node that deletes bodies');
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock($1::int, $2::int)', [lockSpace, bodiesLock]);
    }
  } finally {
    client.release();
  }
}

/** Polls: PostgreSQL grants a lock in the order of requests, so a backup would have to wait behind an exclusive request that waits. */
async function takeWithin(client: pg.PoolClient, waitMs: number): Promise<boolean> {
  for (const end = Date.now() + waitMs; !(await isTaken(client, 'pg_try_advisory_lock'));) {
    if (Date.now() >= end) return false;
    await sleep(tryEvery);
  }
  return true;
}

async function isTaken(client: pg.PoolClient, lock: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared'): Promise<boolean> {
  const { rows: [row] } = await client.query<{ taken: boolean }>(`select ${lock}($1::int, $2::int) as taken`, [lockSpace, bodiesLock]);
  return row?.taken === true;
}
