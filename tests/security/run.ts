/**
 * Six accounts send the worst they can while somebody else asks `/healthz`.
 *
 *     npm run check:attacks            ten seconds of each attack
 *     npm run check:attacks -- 60      a minute of each
 *     npm run check:attacks -- 10 fields    only those whose name contains this
 *     npm run check:attacks -- 60 conversion    files that take endlessly, and the conversion of somebody else's small one
 *
 * Ends with 1 where an answer took longer than 200 ms, an attack was answered with a failure of the server (5xx), or what somebody
 * else did meanwhile took too long.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openInstallation } from '../faults/installation.ts';
import { attacks, type Attack, type Target } from './attacks.ts';
import { conversionAttack } from './files.ts';

const seconds = Number(process.argv[2] ?? 10);
const wanted = process.argv[3] ?? '';
const accounts = 6;
const longestMs = 200;

const folder = mkdtempSync(join(tmpdir(), 'countersign-attacks-'));
const installation = await openInstallation(folder);
const { url } = installation.around.node;
const targets: Target[] = [];
for (let index = 0; index < accounts; index += 1) {
  const attacker = await installation.person(`attacker${index}`);
  targets.push({ url, attacker, fileId: (await attacker.addFile()).id });
}
const bystander = await installation.person('bystander');
const prober = new Worker(join(import.meta.dirname, 'prober.ts'), { workerData: { url } });
const measured = (): Promise<number[]> => new Promise((resolve) => {
  prober.once('message', resolve);
  prober.postMessage('tell');
});

async function run({ send, meanwhile }: Attack): Promise<{ answers: Map<number, number>; took: number[] }> {
  const answers = new Map<number, number>();
  const took: number[] = [];
  const end = Date.now() + seconds * 1000;
  const attacking = targets.map(async (target) => {
    while (Date.now() < end) {
      const status = await send(target);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  });
  const another = async (): Promise<void> => {
    while (meanwhile && Date.now() < end) took.push(await meanwhile(bystander));
  };
  await Promise.all([...attacking, another()]);
  return { answers, took };
}

let failed = false;
await new Promise((resolve) => setTimeout(resolve, 2000));
const quiet = await measured();
console.log(`nobody attacks: longest ${Math.max(...quiet).toFixed(0)} ms of ${quiet.length}`);
for (const attack of [...attacks, conversionAttack].filter(({ name }) => name.includes(wanted))) {
  const { answers, took } = await run(attack);
  const times = await measured();
  const longest = Math.max(...times);
  const slowest = Math.max(0, ...took);
  const wrong = longest > longestMs || slowest > (attack.longestMs ?? Infinity) || [...answers.keys()].some((status) => status >= 500);
  failed ||= wrong;
  console.log(`${wrong ? 'FAILED' : 'held'}  ${attack.name}: longest ${longest.toFixed(0)} ms of ${times.length}; answers ${[...answers].map(([status, count]) => `${count} × ${status === 0 ? 'cut off' : status}`).join(', ')}${took.length === 0 ? '' : `; meanwhile ${took.length} times, longest ${(slowest / 1000).toFixed(1)} s`}`);
}
await prober.terminate();
await installation.close();
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;
