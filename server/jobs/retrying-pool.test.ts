import pg from 'pg';
import { expect, test } from 'vitest';
import { retryingPool } from './retrying-pool.ts';

test('what the queue still wants from a closed pool is never answered: a rejection would end the process', async () => {
  const pool = new pg.Pool();
  const queue = retryingPool(pool);
  await pool.end();
  const answered = queue.connect().then(() => 'connected', () => 'rejected');
  expect(await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 50, 'waits'))])).toBe('waits');
});

test('an unavailable database has a code that the queue retries', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1 });
  await expect(retryingPool(pool).connect()).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await pool.end();
});
