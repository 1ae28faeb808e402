import type { Task } from 'graphile-worker';
import { pino } from 'pino';
import { expect, inject, test, vi } from 'vitest';
import { ownDatabase } from '../../tests/support/own-database.ts';
import { command } from '../../tests/support/test-database.ts';
import { isLastAttempt } from './attempts.ts';
import { startJobs } from './jobs.ts';
import { holdNodeLease } from './node-lease.ts';

const database = ownDatabase();
const log = pino({ level: 'silent' });
/** Milliseconds until a test gives up. */
const soon = 30_000;

const add = () => database.pool.query("select graphile_worker.add_job('work', '{}')");
/** Puts the job into the state that a killed node leaves behind: locked by a worker that no longer exists. */
const lockBy = (worker: string) =>
  database.pool.query('update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1 where locked_by is null', [worker]);

test('jobs of a killed node are taken over by another; jobs of a running node are not', async () => {
  await add();
  await lockBy('worker-dead');
  await database.pool.query("insert into job_workers (worker_id, node_key) values ('worker-dead', 41)");
  const alive = await database.pool.connect();
  await alive.query('select pg_advisory_lock(42)');
  await add();
  await lockBy('worker-alive');
  await database.pool.query("insert into job_workers (worker_id, node_key) values ('worker-alive', 42)");

  const done: string[] = [];
  const jobs = await startJobs(database.pool, [{ tasks: { work: async (_, { job }) => void done.push(job.id) } }], log);
  await vi.waitFor(() => expect(done).toHaveLength(1), soon);
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

test('a job whose last attempt was interrupted by its node\'s death is retried, but not without limit', async () => {
  await database.pool.query("select graphile_worker.add_job('work', payload => '{\"id\": 1}', max_attempts => 1), graphile_worker.add_job('work', payload => '{\"id\": 2}', max_attempts => 25)");
  await lockBy('worker-lost');
  await database.pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
  await database.pool.query("insert into job_workers (worker_id, node_key) values ('worker-lost', 43)");
  const done: unknown[] = [];
  const jobs = await startJobs(database.pool, [{ tasks: { work: async (payload, { job }) => void done.push([payload, isLastAttempt({ job })]) } }], log);
  await vi.waitFor(() => expect(done).toEqual([[{ id: 1 }, true]]), soon);
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query('select attempts, max_attempts, locked_by from graphile_worker._private_jobs');
    expect(rows).toEqual([{ attempts: 25, max_attempts: 25, locked_by: null }]);
  }, soon);
  await jobs.stop();
  await database.pool.query('delete from graphile_worker._private_jobs');
});

test('a job whose completion was not recorded before its node stopped is run again', async () => {
  await add();
  await lockBy('worker-stopped');
  const lease = await holdNodeLease(database.pool, log);
  await lease.own('worker-stopped');
  await lease.close();
  const done: string[] = [];
  const jobs = await startJobs(database.pool, [{ tasks: { work: async (_, { job }) => void done.push(job.id) } }], log);
  await vi.waitFor(() => expect(done).toHaveLength(1), soon);
  await jobs.stop();
});

test('an attempt interrupted by its node\'s shutdown does not count, even the last one', async () => {
  let [begun, wasLast] = [false, true];
  const work: Task = async (_, helpers) => {
    begun = true;
    await helpers.abortPromise?.catch((error: unknown) => {
      wasLast = isLastAttempt(helpers);
      throw error;
    });
  };
  const jobs = await startJobs(database.pool, [{ tasks: { work } }], log);
  await database.pool.query("select graphile_worker.add_job('work', max_attempts => 1)");
  await vi.waitFor(() => expect(begun).toBe(true), soon);
  await jobs.stop();
  expect(wasLast).toBe(false);
  // The queue records it concurrently with the shutdown.
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query('select attempts, max_attempts, locked_by from graphile_worker._private_jobs');
    expect(rows).toEqual([{ attempts: 0, max_attempts: 1, locked_by: null }]);
  }, soon);
  await database.pool.query('delete from graphile_worker._private_jobs');
});

test('a node that lost its connection is registered again when it is back', async () => {
  const workers = async () => (await database.pool.query<{ worker_id: string }>("select worker_id from job_workers where worker_id = 'worker-back'")).rows;
  const lease = await holdNodeLease(database.pool, log);
  await lease.own('worker-back');
  await database.pool.query("select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())");
  await database.pool.query("delete from job_workers where worker_id = 'worker-back'");
  await vi.waitFor(async () => expect(await workers()).toEqual([{ worker_id: 'worker-back' }]), soon);
  await lease.close();
  expect(await workers()).toEqual([]);
});

test('a node stops while its database is down, and the next one takes over', async () => {
  const workers = async () => (await database.pool.query("select worker_id from job_workers where worker_id = 'worker-away'")).rowCount;
  const lease = await holdNodeLease(database.pool, log);
  await lease.own('worker-away');
  const name = new URL(database.connectionString).pathname.slice(1);
  const { url } = inject('testServer');
  await command(url, `alter database ${name} with allow_connections false`);
  await command(url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await lease.close();
  await command(url, `alter database ${name} with allow_connections true`);
  expect(await workers()).toBe(1);
  const next = await holdNodeLease(database.pool, log);
  await vi.waitFor(async () => expect(await workers()).toBe(0), soon);
  await next.close();
});

test.each([['done', undefined], ['failed', new Error('once')]])('records that a job is %s after a database outage', async (_, failure) => {
  let [begun, ended] = [0, false];
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => { finish = resolve; });
  const work = async (): Promise<void> => {
    begun += 1;
    if (begun > 1) return;
    await finished;
    ended = true;
    if (failure) throw failure;
  };
  const jobs = await startJobs(database.pool, [{ tasks: { work } }], log);
  await add();
  await vi.waitFor(() => expect(begun).toBe(1), soon);
  const name = new URL(database.connectionString).pathname.slice(1);
  const { url } = inject('testServer');
  await command(url, `alter database ${name} with allow_connections false`);
  await command(url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  finish();
  await vi.waitFor(() => expect(ended).toBe(true), soon);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await command(url, `alter database ${name} with allow_connections true`);
  const left = async () => (await database.pool.query("select last_error, locked_by from graphile_worker._private_jobs")).rows;
  await vi.waitFor(async () => expect(await left()).toEqual(failure ? [{ last_error: 'once', locked_by: null }] : []), soon);
  expect(begun).toBe(1);
  await database.pool.query('delete from graphile_worker._private_jobs');
  await jobs.stop();
});

test('hanging jobs block only their own lane', async () => {
  const done: string[] = [];
  let release = (): void => undefined;
  const answer = new Promise<void>((resolve) => { release = resolve; });
  const jobs = await startJobs(database.pool, [
    { tasks: { work: async () => void done.push('work') } },
    { tasks: { call: () => answer } },
  ], log);
  await database.pool.query("select graphile_worker.add_job('call', '{}') from generate_series(1, 20)");
  const called = async () => (await database.pool.query("select id from graphile_worker._private_jobs where locked_by is not null")).rowCount;
  await vi.waitFor(async () => expect(await called()).toBe(4), soon);
  await add();
  await vi.waitFor(() => expect(done).toEqual(['work']), soon);
  release();
  await vi.waitFor(async () => expect((await database.pool.query('select id from graphile_worker._private_jobs')).rowCount).toBe(0), soon);
  await jobs.stop();
});
