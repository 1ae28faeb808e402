/**
 * One operation of one library in a process of its own: `measure.ts JOB`, where JOB is JSON. Prints what it took.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { peers } from './peers/all.ts';
import type { Job, Measured } from './jobs.ts';

const job: Job = JSON.parse(process.argv[2] ?? '');
const peer = peers[job.peer]?.();
if (!peer) throw new Error(`There is no peer ${job.peer}`);

const bytes = new Uint8Array(readFileSync(job.path));
const values: Record<string, string> = JSON.parse(readFileSync(job.valuesPath, 'utf8'));
await peer.prepare();
const times: number[] = [];
let newBytes = 0;
for (let run = 0; run < job.runs; run++) {
  const began = performance.now();
  const parts = job.operation === 'list' ? [] : await peer.fill(bytes, values);
  const names = job.operation === 'list' ? await peer.list(bytes) : [];
  times.push(performance.now() - began);
  if (run > 0) continue;
  newBytes = parts.reduce((sum, part) => sum + (part === bytes ? 0 : part.length), 0);
  if (job.output) writeFileSync(job.output, Buffer.concat(parts));
  if (job.operation === 'list' && new Set(names).size !== Object.keys(values).length) throw new Error(`${job.peer} lists ${names.length} fields`);
}
const measured: Measured = { version: peer.version, times, peak: process.resourceUsage().maxRSS * 1024 - bytes.length, newBytes };
console.log(JSON.stringify(measured));
// Some peers leave workers behind.
process.exit(0);
