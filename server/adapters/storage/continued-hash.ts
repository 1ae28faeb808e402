/** The hash of a body that continues another one. */
import { createHash, type Hash } from 'node:crypto';
import { StorageError, type Base } from './storage.ts';

/** Returns the hash of the base, to be continued with the tail. Throws `damaged` if the base is not what its hash says. */
export async function continuedHash(base: Base, read: () => Promise<NodeJS.ReadableStream>): Promise<Hash> {
  const hash = createHash('sha256');
  for await (const chunk of await read()) hash.update(chunk as Uint8Array);
  if (hash.copy().digest('hex') !== base.hash) throw new StorageError('damaged', `A body of ${base.size} bytes is not what its hash says`);
  return hash;
}
