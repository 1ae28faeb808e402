import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { openDatabase, type Database } from '#server/adapters/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#server/adapters/database/test-database.ts';
import { startJobs } from './jobs.ts';

let stored: TestDatabase;
let database: Database;
const log = pino({ level: 'silent' });

beforeAll(async () => {
  stored = await createTestDatabase(inject('testServer'));
  database = openDatabase(stored.connectionString, () => undefined);
});
afterAll(async () => {
  await database.close();
  await stored.drop();
});

const add = () => database.pool.query("select graphile_worker.add_job('work', '{}')");
/** The job as a killed node leaves it: locked by a worker that nobody runs. */
const lockBy = (worker: string) =>
  database.pool.query('update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1 where locked_by is null', [worker]);

test('jobs of a node that was killed are done by the next one, those of a living node are left to it', async () => {
  await add();
  await lockBy('worker-dead');
  await database.pool.query("insert into job_workers (worker_id, node_key) values ('worker-dead', 41)");
  const alive = await database.pool.connect();
  await alive.query('select pg_advisory_lock(42)');
  await add();
  await lockBy('worker-alive');
  await database.pool.query("insert into job_workers (worker_id, node_key) values ('worker-alive', 42)");

  const done: string[] = [];
  const jobs = await startJobs(database.pool, { work: async (_, { job }) => void done.push(job.id) }, '', log);
  await vi.waitFor(() => expect(done).toHaveLength(1), 10_000);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(done).toHaveLength(1);
  const { rows } = await database.pool.query("select worker_id from job_workers where worker_id in ('worker-dead', 'worker-alive')");
  expect(rows).toEqual([{ worker_id: 'worker-alive' }]);
  await jobs.stop();
  expect((await database.pool.query('select worker_id from job_workers')).rows).toEqual([{ worker_id: 'worker-alive' }]);
  alive.release(true);
});
