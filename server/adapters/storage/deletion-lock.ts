/**
 * Prevents the removal of bodies during a backup: code that removes bodies takes this lock first and retries later
 * if it is held.
 */
import type pg from 'pg';
import { disableSocketTimeout } from '#server/platform/database/socket-timeout.ts';

const lockSpace = 4_017_263;
const bodiesLock = 5;

/**
 * Blocks the removal of bodies on all nodes until released. Waits for a removal in progress. `release` fails when
 * the lock was lost meanwhile.
 */
export async function lockDeletion(pool: pg.Pool): Promise<{ release(): Promise<void> }> {
  const client = await pool.connect();
  disableSocketTimeout(client);
  await client.query('select pg_advisory_lock_shared($1::int, $2::int)', [lockSpace, bodiesLock]);
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

/** Runs code that removes bodies. Throws when the lock is held, so that its job is retried later. */
export async function withDeletionLock<Result>(pool: pg.Pool, work: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    const { rows: [lock] } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1::int, $2::int) as taken', [lockSpace, bodiesLock]);
    if (lock?.taken !== true) throw new Error('Deletion is locked by a backup, or by another node that deletes bodies');
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock($1::int, $2::int)', [lockSpace, bodiesLock]);
    }
  } finally {
    client.release();
  }
}
