/** What an operator sees of a running node: metrics by which alarms are raised, and the log. */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client } from './client.ts';
import { draft, sign, start } from './transaction-world.ts';

interface Line {
  level: number;
  route?: string;
  part?: string;
  msg: string;
}

let node: TestApp;
const lines: Line[] = [];
const log = new Writable({ write: (chunk, _encoding, done) => { lines.push(JSON.parse(String(chunk))); done(); } });

beforeAll(async () => {
  node = await startTestApp({ RUN_JOBS: 'true', LOG_LEVEL: 'debug' }, acceptingDocuments, log);
});
afterAll(() => node.close());
beforeEach(() => { lines.length = 0; });

const soon = { timeout: 20_000, interval: 50 };
const debug = 20;

const ask = async (url: string) => node.app.inject({ method: 'GET', url, headers: { host: 'localhost:3000' } });

/** The value of a series; undefined if there is none. */
async function metric(series: string): Promise<number | undefined> {
  const found = (await ask('/metrics')).body.split('\n').find((line) => line.startsWith(`${series} `));
  return found === undefined ? undefined : Number(found.split(' ').at(-1));
}

test('an idle server has nobody waiting for a connection', async () => {
  // All connections but one are closed, so that the queries of the metrics have to wait for new ones.
  await node.infrastructure.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
  for (let scrape = 0; scrape < 3; scrape += 1) expect(await metric('countersign_database_connections{state="waited_for"}')).toBe(0);
});

test('the oldest job and the oldest message show how long they have been waiting', async () => {
  const { pool } = node.infrastructure;
  await pool.query(`select graphile_worker.add_job('nobody_does_this', '{}', run_at => now() - interval '10 minutes')`);
  await pool.query(`select graphile_worker.add_job('nobody_does_this_yet', '{}', run_at => now() + interval '10 minutes')`);
  expect(await metric('countersign_oldest_job_seconds{task="nobody_does_this"}')).toBeCloseTo(600, -2);
  expect(await metric('countersign_oldest_job_seconds{task="nobody_does_this_yet"}')).toBe(0);
  expect(await metric('countersign_oldest_message_seconds{kind="text"}')).toBe(0);
  const ada = await Client.signIn(node, 'ada@example.org');
  await start(ada, await draft(ada, ['bea@example.org']));
  // Without a mail server they would stay in the outbox. One that is on its way in this moment is sent all the same.
  await vi.waitFor(async () => {
    await pool.query(`update mails set status = 'queued', created_at = now() - interval '1 hour'`);
    expect(await metric('countersign_oldest_message_seconds{kind="mail"}')).toBeGreaterThan(3000);
  }, soon);
});

test('jobs are counted by outcome', async () => {
  const { pool } = node.infrastructure;
  await pool.query(`select graphile_worker.add_job('sweep', '{}')`);
  await pool.query(`select graphile_worker.add_job('remove_bodies', '{"refs": 1}', max_attempts => 1)`);
  await vi.waitFor(async () => expect(await metric('countersign_job_duration_seconds_count{task="sweep",outcome="done"}')).toBeGreaterThan(0), soon);
  await vi.waitFor(async () => expect(await metric('countersign_job_duration_seconds_count{task="remove_bodies",outcome="failed"}')).toBe(1), soon);
});

test('accepted signatures and delivered events are counted', async () => {
  const ada = await Client.signIn(node, 'ada@example.org');
  const bea = await Client.signIn(node, 'bea@example.org');
  const started = await start(ada, await draft(ada, [bea.email]));
  expect(await metric('countersign_signings_total')).toBe(0);
  await sign(bea, started);
  expect(await metric('countersign_signings_total')).toBe(started.fileIds.length);
  await vi.waitFor(async () => expect(await metric('countersign_event_delay_seconds_count')).toBeGreaterThan(0), soon);
});

test('the certificates of the installation and the free space are known', async () => {
  const tenYears = Date.now() / 1000 + 10 * 365 * 86_400;
  for (const name of ['root', 'issuing', 'timestamps']) expect(await metric(`countersign_certificate_expiry_timestamp_seconds{certificate="${name}"}`), name).toBeGreaterThan(tenYears);
  expect(await metric('countersign_data_dir_free_bytes')).toBeGreaterThan(0);
});

test('probes are logged at debug while they succeed', async () => {
  for (const url of ['/healthz', '/readyz', '/metrics']) await ask(url);
  await ask('/server-config');
  expect(lines.filter(({ msg }) => msg === 'answered').map(({ route, level }) => [route, level === debug])).toEqual([
    ['/healthz', true], ['/readyz', true], ['/metrics', true], [expect.anything(), false],
  ]);
});

test('an outage of the database is one line, however many calls fail', async () => {
  const [lonely, admin] = [await startTestApp({ LOG_LEVEL: 'debug' }, acceptingDocuments, log), node];
  const ada = await Client.signIn(lonely, 'ada@example.org');
  const get = async (url: string) => (await lonely.app.inject({ method: 'GET', url, headers: { ...ada.headers, accept: 'application/json' } })).statusCode;
  const name = new URL(lonely.infrastructure.config.databaseUrl ?? '').pathname.slice(1);
  lines.length = 0;
  await admin.infrastructure.pool.query(`alter database ${name} with allow_connections false`);
  await admin.infrastructure.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  for (let call = 0; call < 20; call += 1) expect(await get('/profile')).toBe(503);
  expect(await get('/readyz')).toBe(503);
  expect(lines.filter(({ part }) => part !== undefined)).toMatchObject([{ part: 'database', level: 50 }]);
  await admin.infrastructure.pool.query(`alter database ${name} with allow_connections true`);
  await vi.waitFor(async () => expect(await get('/readyz')).toBe(200), soon);
  await lonely.close();
});
