import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { LocalBody } from './storage.ts';

/** Reads a local body, or its bytes from the offset `start` up to `end`. */
export async function* localBytes({ parts }: Pick<LocalBody, 'parts'>, start = 0, end = Infinity): AsyncGenerator<Uint8Array> {
  let begin = 0;
  for (const { path } of parts) {
    const { size } = await stat(path);
    const [first, last] = [Math.max(start - begin, 0), Math.min(end - begin, size) - 1];
    if (first <= last) yield* createReadStream(path, { start: first, end: last, highWaterMark: 1 << 20 }) as AsyncIterable<Uint8Array>;
    begin += size;
  }
}
