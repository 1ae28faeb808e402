import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { ownDatabase } from '../../tests/support/own-database.ts';
import { startJobs, type Jobs } from '#server/jobs/jobs.ts';
import { lanesOf } from './lanes.ts';

const database = ownDatabase();
let jobs: Jobs;
const log = pino({ level: 'silent' });
/** Milliseconds. What hangs would hang for ever: this only ends the test. */
const soon = 30_000;

afterEach(async () => {
  goOn();
  await jobs.stop();
  await database.pool.query('delete from graphile_worker._private_jobs');
});

let goOn = (): void => undefined;
const done: string[] = [];

/** Starts the product's lanes. Jobs that call partners or convert documents block until `goOn`. */
async function start(): Promise<void> {
  const until = new Promise<void>((resolve) => { goOn = resolve; });
  const begun = (name: string) => async (): Promise<void> => void done.push(name);
  const hanging = (): Promise<void> => until;
  const services = {
    lifecycle: { expire: begun('expire_transaction') }, audits: { attempt: begun('generate_audit') }, bulkSteps: { attempt: begun('bulk_step') },
    removeBodies: begun('remove_bodies'), decisions: { expire: begun('expire_identity_check'), cancelSession: hanging },
    billing: { renew: hanging, settle: hanging }, feedback: { handOver: hanging }, conversion: { run: hanging },
  };
  const infrastructure = { db: database.db, config: { backups: null }, mail: null, texts: null, log };
  done.length = 0;
  jobs = await startJobs(database.pool, lanesOf(infrastructure as never, services as never), log);
}

const add = (task: string, payload: object, times = 1) =>
  database.pool.query('select graphile_worker.add_job($1, $2) from generate_series(1, $3::int)', [task, JSON.stringify(payload), times]);
const running = async (task: string): Promise<number> =>
  (await database.pool.query('select id from graphile_worker.jobs where task_identifier = $1 and locked_at is not null', [task])).rowCount ?? 0;

const conversions = ['convert_to_pdf', 'convert_long_to_pdf'];
const slow: [string, object][] = [
  ['settle_payment', { paymentId: 'p' }], ['renew_subscription', { holderId: 'h' }], ['cancel_identity_session', { reference: 'r' }], ['call_off_identity_session', { reference: 'r' }],
  ['hand_over_feedback', { feedbackId: 'f' }], ...conversions.map((task): [string, object] => [task, { fileId: 'f', version: 1 }]),
];
const quick: [string, object][] = [
  ['expire_transaction', { transactionId: 't' }], ['generate_audit', { transactionId: 't' }], ['bulk_step', { bulkId: 'b', step: 'send' }],
  ['remove_bodies', { refs: [] }],
];

test.each(slow)('%s that never ends does not delay fast jobs', async (task, payload) => {
  await start();
  await add(task, payload, 20);
  await vi.waitFor(async () => expect(await running(task)).toBeGreaterThan(0), soon);
  for (const [each, its] of quick) await add(each, its);
  await vi.waitFor(() => expect(done.toSorted()).toEqual(quick.map(([each]) => each).toSorted()), soon);
  goOn();
  await vi.waitFor(async () => expect((await database.pool.query('select id from graphile_worker._private_jobs')).rowCount).toBe(0), soon);
});

test('a hanging card provider does not delay conversions', async () => {
  await start();
  await add('settle_payment', { paymentId: 'p' }, 20);
  await vi.waitFor(async () => expect(await running('settle_payment')).toBeGreaterThan(1), soon);
  await add('convert_to_pdf', { fileId: 'f', version: 1 });
  await vi.waitFor(async () => expect(await running('convert_to_pdf')).toBe(1), soon);
});

const thirdParties = slow.filter(([task]) => !conversions.includes(task));
// A lane runs four at a time, and each stop takes five seconds.
test.each([[thirdParties.slice(0, 3)], [thirdParties.slice(3)]])('a stopping node does not wait for third parties: %j', async (tasks) => {
  await start();
  for (const [task, payload] of tasks) await add(task, payload);
  for (const [task] of tasks) await vi.waitFor(async () => expect(await running(task)).toBe(1), soon);
  let isStopped = false;
  void jobs.stop().then(() => { isStopped = true; });
  // They never end. The process would be killed after 15 seconds.
  await vi.waitFor(() => expect(isStopped).toBe(true), 14_000);
  // The next node gets all remaining attempts. The queue records it concurrently with the shutdown.
  await vi.waitFor(async () => {
    expect((await database.pool.query('select attempts, locked_by from graphile_worker._private_jobs')).rows).toEqual(tasks.map(() => ({ attempts: 0, locked_by: null })));
  }, soon);
});

test('runs two conversions at a time and one long one besides, so that another node takes the next ones', async () => {
  await start();
  for (const task of conversions) await add(task, { fileId: 'f', version: 1 }, 5);
  const both = async (): Promise<number[]> => Promise.all(conversions.map(running));
  await vi.waitFor(async () => expect(await both()).toEqual([2, 1]), soon);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await both()).toEqual([2, 1]);
});
