import { readFileSync, writeFileSync } from 'node:fs';
import { peakMemory } from '../peak-memory.ts';
import { countersign } from './peers/countersign.ts';
import { mupdf } from './peers/mupdf.ts';
import { pdfium } from './peers/pdfium.ts';
import type { Operation, Passwords, Peer } from './peers/peer.ts';

// One peer, one operation, one process: `node measure.ts PEER OPERATION INPUT OUTPUT PASSWORDS`.
const peers: Record<string, () => Peer> = { countersign: () => countersign, mupdf, pdfium };
const [name = '', operation = '', input = '', output = '', passwords = ''] = process.argv.slice(2);
const peer = peers[name]?.();
if (!peer) throw new Error(`There is no peer ${name}`);

const file = readFileSync(input);
// The same memory: a copy would count for every library.
const bytes = new Uint8Array(file.buffer, file.byteOffset, file.length);
const run = await peer.prepare();
const began = performance.now();
const parts = await run(bytes, operation as Operation, JSON.parse(passwords) as Passwords);
const milliseconds = performance.now() - began;
const peak = peakMemory() - bytes.length;
writeFileSync(output, Buffer.concat(parts));
console.log(JSON.stringify({ name: peer.name, version: peer.version, milliseconds, peak }));
