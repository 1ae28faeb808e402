/**
 * What is left after the worst: the server killed again and again in the middle of work, its database restarted, mail away.
 *
 *     npm run check:faults            200 kills
 *     npm run check:faults -- 20      20 kills
 *
 * Ends with 1 where an acknowledged act is lost or doubled, a counter is wrong, or a document is orphaned.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded-postgres.ts';
import { createTestDatabase, prepareTemplate } from '#server/adapters/database/test-database.ts';
import { buildApp } from '#server/app/app.ts';
import { loadConfig } from '#server/app/config.ts';
import { layFoundation } from '#server/app/foundation.ts';
import { createLog } from '#server/app/logging.ts';
import { Client } from '../api/client.ts';
import { Mailbox } from '../support/mailbox.ts';
import { overNetwork } from '../support/over-network.ts';
import { ServerNode } from '../support/server-node.ts';
import { signIn } from '../support/sign-in.ts';
import { findBroken } from './invariants.ts';
import { Workload, type Pair } from './workload.ts';

const kills = Number(process.argv[2] ?? 200);
const people = 3;
const began = Date.now();
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const say = (text: string): void => console.log(`${String(Math.round((Date.now() - began) / 1000)).padStart(5)} s  ${text}`);

const folder = mkdtempSync(join(tmpdir(), 'countersign-faults-'));
const dataDir = join(folder, 'data');
// Durable, as people have it: what is killed here is what is killed there.
let postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') });
const template = await prepareTemplate(postgres.connectionString('postgres'));
const database = await createTestDatabase({ url: postgres.connectionString('postgres'), template: template.name });
const mailbox = await Mailbox.open();
const env = {
  DATABASE_URL: database.connectionString, DATA_DIR: dataDir, SMTP_URL: mailbox.url, APP_URL: 'http://localhost:3000',
  CALLS_PER_MINUTE: '0', CALLS_PER_MINUTE_AND_ADDRESS: '0', LOG_LEVEL: 'fatal',
};
const config = loadConfig({ ...env, RUN_JOBS: 'false' });
const foundation = await layFoundation(config, createLog('fatal'));
// Makes tokens, and answers nobody.
const issuer = await buildApp({ ...foundation, close: async () => undefined });
await issuer.ready();
const node = await ServerNode.start(env);
const workload = await Workload.open();

const person = async (email: string): Promise<Client> => new Client(overNetwork(node.url), email, await signIn(issuer, foundation, email, { firstName: 'Ada', lastName: 'Byron' }));
const pairs: Pair[] = [];
for (let index = 0; index < people; index += 1) pairs.push({ sender: await person(`sender-${index}@example.org`), signer: await person(`signer-${index}@example.org`) });
workload.start(pairs);

for (let count = 1; count <= kills; count += 1) {
  await pause(Math.random() * 1500);
  await node.end('SIGKILL');
  if (count % 25 === 0) await restartDatabase();
  if (count % 40 === 0) await mailAwayFor(2000);
  await node.start();
  if (count % 5 === 0 || count === kills) say(`${count} kills, ${workload.acknowledged.completed.size} signed, ${workload.retries} tries again`);
}
await restartDatabase();
await pause(3000);
await workload.stop();
await drained();
const { broken, mails } = await findBroken({ foundation, acknowledged: workload.acknowledged, senders: pairs.map(({ sender }) => sender), mailbox });
const { files, started, completed } = workload.acknowledged;
say(`${kills} kills: ${files.size} files, ${started.size} started, ${completed.size} signed, ${mails.sent} mails (${mails.handedOverTwice} handed over twice, under one Message-ID)`);
for (const sentence of broken) console.log(`  broken: ${sentence}`);
if (broken.length === 0) say('nothing is lost, nothing is doubled, no counter is wrong, no document is orphaned');

await node.end('SIGTERM');
await issuer.close();
await foundation.close();
await mailbox.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = broken.length === 0 && completed.size > 0 ? 0 : 1;

async function restartDatabase(): Promise<void> {
  await postgres.stop();
  postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') });
}

async function mailAwayFor(milliseconds: number): Promise<void> {
  mailbox.refuse(true);
  setTimeout(() => mailbox.refuse(false), milliseconds);
}

/** Until every job is done, those that wait after a failure included. */
async function drained(): Promise<void> {
  const deadline = Date.now() + 180_000;
  while (Date.now() < deadline) {
    await foundation.pool.query('update graphile_worker._private_jobs set run_at = now() where run_at > now() and attempts > 0 and locked_at is null');
    const { rows: [left] } = await foundation.pool.query<{ count: number }>("select count(*)::int from mails where status <> 'sent'");
    if (left?.count === 0) return;
    await pause(1000);
  }
}
