/** Counts and hashes a body while it is written, and enforces the size limit. */
import { createHash } from 'node:crypto';
import { StorageError, type StoredBody } from './storage.ts';

const headLength = 1024;

interface BodyMeter {
  /** Passes the bytes through; throws `too_large` as soon as the limit is exceeded. */
  pass(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** Size, hash and head of what has passed. */
  result(): StoredBody;
}

export function createBodyMeter(maxSize: number): BodyMeter {
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let size = 0;
  return {
    pass: async function* pass(source) {
      for await (const chunk of source) {
        if (size < headLength) head.push(Uint8Array.from(chunk.subarray(0, headLength - size)));
        size += chunk.byteLength;
        if (size > maxSize) throw new StorageError('too_large', `More than ${maxSize} bytes`);
        hash.update(chunk);
        yield chunk;
      }
    },
    result: () => ({ size, hash: hash.digest('hex'), head: Buffer.concat(head) }),
  };
}
