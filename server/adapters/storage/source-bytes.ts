import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ObjectSource } from './storage.ts';

const portionSize = 1 << 20;

/** Reads the concatenation of sources, or its bytes from the offset `start` up to `end`. */
export async function* bytesOf(parts: readonly ObjectSource[], start = 0, end = Infinity): AsyncGenerator<Uint8Array> {
  let begin = 0;
  for (const part of parts) {
    const size = 'path' in part ? (await stat(part.path)).size : part.length;
    const [from, to] = [Math.max(start - begin, 0), Math.min(end - begin, size)];
    if (from < to) yield* 'path' in part ? fileBytes(part.path, from, to) : rangeBytes(part, from, to);
    begin += size;
  }
}

const fileBytes = (path: string, from: number, to: number): AsyncIterable<Uint8Array> =>
  createReadStream(path, { start: from, end: to - 1, highWaterMark: portionSize });

async function* rangeBytes({ readRange }: Exclude<ObjectSource, { path: string }>, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += portionSize) yield readRange(at, Math.min(at + portionSize, to));
}
