/** While a backup copies bodies, none is removed: whoever removes some asks here first, and is told to come back later. */
import type pg from 'pg';
import { letSilent } from '#server/adapters/database/silence.ts';

const lockSpace = 4_017_263;
const bodiesLock = 5;

/** Nobody removes bodies until it is released, on any node; releasing fails where they were not held all the time. Waits for whoever is removing some now. */
export async function holdBodies(pool: pg.Pool): Promise<{ release(): Promise<void> }> {
  const client = await pool.connect();
  letSilent(client);
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

/** Does what removes bodies, unless they are held: then it fails, and its job is tried again later. */
export async function whileNotHeld<Result>(pool: pg.Pool, work: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    const { rows: [lock] } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1::int, $2::int) as taken', [lockSpace, bodiesLock]);
    if (lock?.taken !== true) throw new Error('Bodies are held, by a backup or by another node that removes some');
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock($1::int, $2::int)', [lockSpace, bodiesLock]);
    }
  } finally {
    client.release();
  }
}
