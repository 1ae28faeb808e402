/**
 * One operation of one library in a process of its own: `measure.ts JOB`, where JOB is JSON. Prints what it took.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { peers } from './peers/all.ts';
import type { Job, Measured } from './jobs.ts';
import { peakMemory } from './peak-memory.ts';
import type { ListedField } from './peers/peer.ts';

const job: Job = JSON.parse(process.argv[2] ?? '');
const peer = peers[job.peer]?.();
if (!peer) throw new Error(`There is no peer ${job.peer}`);

const file = readFileSync(job.path);
// The same memory: a copy would count for every library.
const bytes = new Uint8Array(file.buffer, file.byteOffset, file.length);
const values: Record<string, string> = JSON.parse(readFileSync(job.valuesPath, 'utf8'));
await peer.prepare();
const times: number[] = [];
let newBytes = 0;
let peak = 0;
for (let run = 0; run < job.runs; run++) {
  const began = performance.now();
  const parts = job.operation === 'list' ? [] : await peer.fill(bytes, values);
  const fields = job.operation === 'list' ? await peer.list(bytes) : [];
  times.push(performance.now() - began);
  if (run > 0) continue;
  // Before the result is written: joining its parts would count too.
  peak = peakMemory() - bytes.length;
  newBytes = parts.reduce((sum, part) => sum + (part === bytes ? 0 : part.length), 0);
  if (job.output) writeFileSync(job.output, Buffer.concat(parts));
  if (job.operation === 'list') assertListed(fields, Object.keys(values));
}

function assertListed(fields: readonly ListedField[], names: readonly string[]): void {
  if (new Set(fields.map(({ name }) => name)).size !== names.length) throw new Error(`${job.peer} lists ${fields.length} fields`);
  if (!fields.every(({ page }) => page >= 1)) throw new Error(`${job.peer} does not know where its fields are`);
}

const measured: Measured = { version: peer.version, times, peak, newBytes };
console.log(JSON.stringify(measured));
// Some peers leave workers behind.
process.exit(0);
