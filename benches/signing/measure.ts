/**
 * One signature of one library in a process of its own: `measure.ts PEER INPUT OUTPUT KEY`, KEY as JSON. `sha256` as the peer hashes
 * the file and nothing else; `nothing` starts the core and nothing else. Prints what it took.
 */
import { createHash } from 'node:crypto';
import { closeSync, copyFileSync, openSync, readSync, appendFileSync, writeFileSync } from 'node:fs';
import { peakMemory } from '../peak-memory.ts';
import { countersign } from './peers/countersign.ts';
import { libPdf } from './peers/libpdf.ts';
import type { SigningKey, SigningPeer } from './peers/peer.ts';
import { signPdf } from './peers/signpdf.ts';

const peers: Record<string, () => SigningPeer> = { countersign: () => countersign, libpdf: libPdf, signpdf: signPdf };
const [name = '', input = '', output = '', key = '{}'] = process.argv.slice(2);
console.log(JSON.stringify(await measure()));

async function measure(): Promise<{ name: string; version: string; milliseconds: number; peakMegabytes: number }> {
  const files: SigningKey = JSON.parse(key);
  if (name === 'sha256') return { name: 'SHA-256 alone', version: `Node ${process.versions.node}`, milliseconds: timeOfHash(input), peakMegabytes: peak() };
  const peer = peers[name === 'nothing' ? 'countersign' : name]?.();
  if (!peer) throw new Error(`There is no peer ${name}`);
  const sign = await peer.prepare(files);
  if (name === 'nothing') return { name: 'engine alone', version: peer.version, milliseconds: 0, peakMegabytes: peak() };
  const began = performance.now();
  const parts = await sign(input);
  const milliseconds = performance.now() - began;
  const peakMegabytes = peak();
  if ('whole' in parts) writeFileSync(output, parts.whole);
  else {
    copyFileSync(input, output);
    appendFileSync(output, parts.appended);
  }
  return { name: peer.name, version: peer.version, milliseconds, peakMegabytes };
}

function timeOfHash(path: string): number {
  const began = performance.now();
  const file = openSync(path, 'r');
  const hash = createHash('sha256');
  const chunk = new Uint8Array(1 << 20);
  for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk)) hash.update(chunk.subarray(0, count));
  hash.digest();
  closeSync(file);
  return performance.now() - began;
}

function peak(): number {
  return peakMemory() / 1024 / 1024;
}
