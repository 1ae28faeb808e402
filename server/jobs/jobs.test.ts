import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { openDatabase, type Database } from '#server/adapters/database/database.ts';
import { command, createTestDatabase, type TestDatabase } from '#server/adapters/database/test-database.ts';
import { startJobs } from './jobs.ts';
import { holdNodeLease } from './node-lease.ts';

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
  await database.pool.query('delete from graphile_worker._private_jobs');
  await database.pool.query('delete from job_workers');
});

test('a node whose connection broke is known again as soon as it is back, whatever others made of it', async () => {
  const workers = async () => (await database.pool.query<{ worker_id: string }>("select worker_id from job_workers where worker_id = 'worker-back'")).rows;
  const lease = await holdNodeLease(database.pool, log);
  await lease.own('worker-back');
  await database.pool.query("select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())");
  await database.pool.query("delete from job_workers where worker_id = 'worker-back'");
  await vi.waitFor(async () => expect(await workers()).toEqual([{ worker_id: 'worker-back' }]), 10_000);
  await lease.close();
  expect(await workers()).toEqual([]);
});

test.each([['done', undefined], ['failed', new Error('once')]])('that a job is %s is written down after the database was away', async (_, failure) => {
  let [begun, ended] = [0, false];
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => { finish = resolve; });
  const jobs = await startJobs(database.pool, {
    work: async () => {
      begun += 1;
      if (begun > 1) return;
      await finished;
      ended = true;
      if (failure) throw failure;
    },
  }, '', log);
  await add();
  await vi.waitFor(() => expect(begun).toBe(1), 10_000);
  const name = new URL(stored.connectionString).pathname.slice(1);
  const { url } = inject('testServer');
  await command(url, `alter database ${name} with allow_connections false`);
  await command(url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  finish();
  await vi.waitFor(() => expect(ended).toBe(true), 5000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await command(url, `alter database ${name} with allow_connections true`);
  const left = async () => (await database.pool.query("select last_error, locked_by from graphile_worker._private_jobs")).rows;
  await vi.waitFor(async () => expect(await left()).toEqual(failure ? [{ last_error: 'once', locked_by: null }] : []), 20_000);
  expect(begun).toBe(1);
  await database.pool.query('delete from graphile_worker._private_jobs');
  await jobs.stop();
});
