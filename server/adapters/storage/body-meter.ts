/** Counts and hashes a body on its way into the storage, and stops one that is too large. */
import { createHash } from 'node:crypto';
import { StorageError, type StoredBody } from './storage.ts';

const headLength = 1024;

export interface BodyMeter {
  /** The same bytes; throws `too_large` as soon as there are more than allowed. */
  pass(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** What has passed. */
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
