import { readFileSync, writeFileSync } from 'node:fs';
import { valuesFor } from './large-file.ts';
import { countersign } from './peers/countersign.ts';
import { pdfLib } from './peers/pdf-lib.ts';

const peers = [countersign, pdfLib];
const [name = '', path = '', output = ''] = process.argv.slice(2);
const peer = peers.find((candidate) => candidate.name === name);
if (!peer) throw new Error(`There is no peer ${name}`);

const bytes = new Uint8Array(readFileSync(path));
const values = valuesFor();
const times: number[] = [];
let parts: Uint8Array[] = [];
for (let run = 0; run < 6; run++) {
  const began = performance.now();
  ({ parts } = await peer.fill(bytes, values));
  times.push(performance.now() - began);
}
writeFileSync(output, Buffer.concat(parts));
const newBytes = parts.length > 1 ? (parts.at(-1)?.length ?? 0) : (parts[0]?.length ?? 0);
console.log(JSON.stringify({ name, version: peer.version, cold: times[0], warm: Math.min(...times.slice(1)), peakMegabytes: process.resourceUsage().maxRSS / 1024, newBytes }));
