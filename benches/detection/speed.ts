// How long the core in WebAssembly takes a page, and how much memory it holds. One thread, rendering apart.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { touchedMemory } from '../wasm-memory.ts';

type Core = typeof import('../../bindings/generated/countersign_wasm.js');

const generated = resolve(import.meta.dirname, '../../bindings/generated');

interface Page {
  raster: { width: number; height: number; data: Uint8Array };
  textItems: unknown[];
  paths: Float32Array;
}

function readPage(folder: string, name: string): Page {
  const bytes = readFileSync(join(folder, `${name}.pgm`));
  const header = /^P5\n(\d+) (\d+)\n255\n/.exec(bytes.subarray(0, 40).toString('latin1'));
  if (!header) throw new Error(`${name} is no PGM file`);
  const raster = { width: Number(header[1]), height: Number(header[2]), data: new Uint8Array(bytes.subarray(header[0].length)) };
  const read = (ending: string): unknown[] => JSON.parse(readFileSync(join(folder, `${name}.${ending}.json`), 'utf8')) as unknown[];
  return { raster, textItems: read('text'), paths: Float32Array.from(read('paths') as number[]) };
}

/** A line for the report: mean, 95th percentile, and memory in use after the first round and after the last. */
export async function measureCore(folder: string): Promise<string> {
  const core = (await import(pathToFileURL(join(generated, 'countersign_wasm.js')).href)) as Core;
  const memory = core.initSync({ module: readFileSync(join(generated, 'countersign_wasm_bg.wasm')) }).memory as WebAssembly.Memory;
  const names = readdirSync(folder).filter((name) => name.endsWith('.pgm')).map((name) => name.slice(0, -4));
  const times: number[] = [];
  const held: number[] = [];
  for (let round = 0; round < 3; round++) {
    for (const name of names) {
      const { raster, textItems, paths } = readPage(folder, name);
      const start = performance.now();
      core.detect({ raster, page: 1, textItems, paths } as Parameters<Core['detect']>[0]);
      // The first round warms the module up.
      if (round > 0) times.push(performance.now() - start);
    }
    held.push(touchedMemory(memory) / 1e6);
  }
  times.sort((a, b) => a - b);
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const late = times[Math.floor(times.length * 0.95)] ?? 0;
  const megabytes = (at: number) => (held[at] ?? 0).toFixed(1);
  return `${names.length} pages  ${mean.toFixed(1)} ms/page  p95 ${late.toFixed(1)}; memory ${megabytes(0)} MB after ${names.length} pages, ${megabytes(2)} MB after ${3 * names.length} (of ${(memory.buffer.byteLength / 1e6).toFixed(0)} MB asked for)`;
}
