/** Whoever looks after an installation follows one act through the log: from the request to each job that came of it. */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Mailbox } from '../support/mailbox.ts';
import { overNetwork } from '../support/over-network.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client } from './client.ts';
import { at, draft, stage } from './transaction-world.ts';

interface Line {
  traceId?: string;
  route?: string;
  task?: string;
  job?: string;
  msg: string;
}

let server: TestApp;
let mailbox: Mailbox;
let url: string;
const lines: Line[] = [];
const log = new Writable({ write: (chunk, _encoding, done) => { lines.push(JSON.parse(String(chunk))); done(); } });

beforeAll(async () => {
  mailbox = await Mailbox.open();
  server = await startTestApp({ RUN_JOBS: 'true', LOG_LEVEL: 'trace', SMTP_URL: mailbox.url }, acceptingDocuments, log);
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

const soon = { timeout: 20_000, interval: 50 };
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const ofTask = (task: string) => lines.filter((line) => line.task === task);
const tracesOf = (task: string) => [...new Set(ofTask(task).map(({ traceId }) => traceId))];

/** Somebody whose proxy says by what their acts are known. */
async function traced(email: string, traceId: string): Promise<Client> {
  const signedIn = await server.signIn(email, { firstName: 'Ada' });
  const traceparent = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  return new Client(overNetwork(url), email, { ...signedIn, headers: { ...signedIn.headers, ...traceparent } });
}

test('each line of a job and its child jobs has the trace id of the original request', { timeout: 60_000 }, async () => {
  const ada = await Client.signIn(server, 'ada@example.org');
  const drafted = await draft(ada, ['bea@example.org'], { expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  for (const fileId of drafted.fileIds) await stage(ada, drafted, fileId);
  lines.length = 0;
  // Refused for now, so that lines about a failure are among them.
  mailbox.refuse(true);
  await (await traced('ada@example.org', trace)).call('transactions.start', at(drafted));
  await vi.waitFor(() => expect(ofTask('send_mail').some(({ msg }) => msg.startsWith('Failed task'))).toBe(true), soon);
  mailbox.refuse(false);
  await vi.waitFor(() => expect(ofTask('send_mail').some(({ msg }) => msg.startsWith('Completed task'))).toBe(true), soon);
  expect(tracesOf('send_mail')).toEqual([trace]);
  expect(lines.find(({ route }) => route === '/transactions/:id/start')?.traceId).toBe(trace);

  // Much later, and one after the other: the expiry, and the mail that tells of it.
  const before = ofTask('send_mail').length;
  await server.infrastructure.db.updateTable('transactions').set({ expires_at: new Date(Date.now() - 1) }).where('id', '=', drafted.id).execute();
  await server.infrastructure.pool.query("update graphile_worker._private_jobs set run_at = now() where key like 'expire_transaction:%'");
  await vi.waitFor(() => expect(ofTask('send_mail').length).toBeGreaterThan(before), soon);
  expect([tracesOf('expire_transaction'), tracesOf('send_mail')]).toEqual([[trace], [trace]]);
  for (const { job, msg } of [...ofTask('expire_transaction'), ...ofTask('send_mail')]) expect(job, msg).toMatch(/^\d+$/);
});

test('concurrent operations have separate traces, and a scheduled job has none', { timeout: 60_000 }, async () => {
  const acts = ['a', 'b', 'c'].map((letter) => ({ email: `${letter}@example.org`, traceId: letter.repeat(32) }));
  lines.length = 0;
  await Promise.all(acts.map(async ({ email, traceId }) => {
    const person = await traced(email, traceId);
    await person.call('auth.deleteUser');
    const sender = await traced(`of-${email}`, traceId);
    await sender.addFile();
    await sender.call('auth.deleteUser');
  }));
  await server.infrastructure.pool.query("select graphile_worker.add_job('sweep', '{}')");
  await vi.waitFor(() => expect(ofTask('sweep').some(({ msg }) => msg.startsWith('Completed task'))).toBe(true), soon);
  await vi.waitFor(() => expect(tracesOf('remove_bodies').toSorted()).toEqual(acts.map(({ traceId }) => traceId)), soon);
  expect(tracesOf('sweep')).toEqual([undefined]);
});

test('a broken database connection is logged without the trace of the request that opened it', { timeout: 60_000 }, async () => {
  const { pool } = server.infrastructure;
  const ada = await traced('ada@example.org', trace);
  await Promise.all(Array.from({ length: 40 }, () => ada.call('profile.update', { body: { company: 'Works' } })));
  lines.length = 0;
  await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
  const broken = () => lines.filter(({ msg }) => msg === 'a database connection broke');
  await vi.waitFor(() => expect(broken().length).toBeGreaterThan(5), soon);
  expect(new Set(broken().map(({ traceId }) => traceId))).toEqual(new Set([undefined]));
});
