/** Hashes a body while it is received, so that it need not be read again when it is continued. */
import type { BodyHasher, HashedBody } from './body-states.ts';

/** Bytes hashed at once, in a thread of the document core. At most twice as many are in memory. */
const portionSize = 1024 * 1024;

interface StreamingHash {
  /** Passes the bytes through. */
  pass(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** Of all that has passed; null if it could not be computed. */
  result(): Promise<HashedBody | null>;
}

/** `start`: the state of the bytes before; null: none. */
export function createStreamingHash(hasher: Pick<BodyHasher, 'add'>, start: Uint8Array | null = null): StreamingHash {
  let pending: Uint8Array[] = [];
  let size = 0;
  let hashed: Promise<HashedBody | null> | undefined;

  /** Receiving does not fail because hashing does: the state is made later then. */
  const add = (before: Promise<HashedBody | null> | undefined, bytes: Uint8Array): Promise<HashedBody | null> =>
    (before ?? Promise.resolve(undefined)).then((known) => (known === null ? null : hasher.add(known?.state ?? start, bytes))).catch(() => null);

  /** Waits for the portion before, so that a fast client does not fill the memory. */
  async function flush(): Promise<void> {
    const bytes = Buffer.concat(pending);
    pending = [];
    size = 0;
    await hashed;
    hashed = add(hashed, bytes);
  }

  return {
    pass: async function* pass(source) {
      for await (const chunk of source) {
        pending.push(chunk);
        size += chunk.byteLength;
        if (size >= portionSize) await flush();
        yield chunk;
      }
    },
    result: async () => {
      await flush();
      return (await hashed) ?? null;
    },
  };
}
