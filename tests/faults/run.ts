/**
 * What is left after the worst: the server killed again and again in the middle of work, and everything around it failing in turn
 * (`faults.ts`) while people upload, send and sign.
 *
 *     npm run check:faults            200 kills
 *     npm run check:faults -- 20      20 kills
 *     npm run check:faults -- 20 encrypted      with ENCRYPT_DOCUMENTS=true
 *     npm run check:faults -- 20 s3             with the documents in S3, which is away and late in turn
 *
 * Told to end (`kill -INT` to this process), it kills no more and judges what there was so far. Ends with 1 where an acknowledged act
 * is lost or doubled, a counter is wrong, a document is orphaned, or somebody heard of an act never or twice.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faults } from './faults.ts';
import { findBroken } from './invariants.ts';
import { openInstallation } from './installation.ts';
import { Workload } from './workload.ts';

const kills = Number(process.argv[2] ?? 200);
/** So many kills between two other faults. */
const killsBetween = 4;
const people = 3;
const began = Date.now();
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const say = (text: string): void => console.log(`${String(Math.round((Date.now() - began) / 1000)).padStart(5)} s  ${text}`);

const folder = mkdtempSync(join(tmpdir(), 'countersign-faults-'));
const installation = await openInstallation(folder, { ENCRYPT_DOCUMENTS: String(process.argv[3] === 'encrypted') }, process.argv[3] === 's3');
const { around } = installation;
if (around.nats === null) say('NATS is not on this machine: live events come over the database alone');
const workload = await Workload.open(installation);
workload.start(people);
// A kill may come at any moment of a round: how long one takes here and now is seen before anything goes wrong.
while (workload.rounds.length < 2 * people) await pause(100);
const round = Math.max(...workload.rounds.slice(-people));
say(`a round takes ${Math.round(round)} ms here`);

const endedItself: string[] = [];
const names = Object.keys(faults).filter((name) => around.s3 !== null ? name !== 'the storage is full' : !name.startsWith('S3'));
const struck = new Map<string, number>();
let done = 0;
let interrupted = false;
process.once('SIGINT', () => { interrupted = true; });
for (let count = 1; count <= kills && !interrupted; count += 1) {
  await pause(Math.random() * 1.2 * round);
  await around.node.end('SIGKILL');
  await around.node.start();
  const name = count % killsBetween === 0 ? names[(count / killsBetween) % names.length] : undefined;
  if (name !== undefined) await strike(name);
  done = count;
  if (count % 10 === 0 || count === kills) say(`${count} kills, ${workload.acknowledged.completed.size} signed, ${workload.retries} tries again`);
}
await pause(3000);
await workload.stop();
const found = await findBroken({ ...installation, acknowledged: workload.acknowledged, senders: workload.senders });
const broken = [...endedItself, ...found.broken];
const { files, started, completed, appended } = workload.acknowledged;
say(`${done} kills${[...struck].map(([name, times]) => `, ${times} × ${name}`).join('')}: ${files.size} files, ${started.size} started, ${completed.size} signed`);
say(`${workload.halves} tails stopped half-way, ${workload.together} documents signed by two at once, ${[...appended.values()].reduce((sum, { count }) => sum + count, 0)} tails appended to ${appended.size} documents, ${workload.joined} bodies joined meanwhile`);
say(`${found.mails.sent} mails (${found.mails.handedOverTwice} handed over twice, under one Message-ID), ${found.heard} live events heard, ${found.orphans} bodies cleaned up`);
for (const sentence of broken) console.log(`  broken: ${sentence}`);
if (broken.length === 0) say('nothing is lost, nothing is doubled, no counter is wrong, no document is orphaned');

await installation.close();
rmSync(folder, { recursive: true, force: true });
process.exitCode = broken.length === 0 && completed.size > 0 ? 0 : 1;

async function strike(name: string): Promise<void> {
  await faults[name]?.(around);
  struck.set(name, (struck.get(name) ?? 0) + 1);
  if (around.node.isRunning) return;
  endedItself.push(`the server ended by itself while ${name}`);
  await around.node.start();
}
