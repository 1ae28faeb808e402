import type { DigestAlgorithm, Tail } from '../../generated/countersign_wasm.js';
import type { SyncSource } from '../sources/source.ts';

/** A digest that is fed piece by piece. */
export interface Hasher {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

/** The platform's own digests, where it has some that take pieces: several times faster than the core's. */
export type CreateHasher = (algorithm: DigestAlgorithm) => Hasher;

/** Read at once: large enough that asking costs nothing. */
const chunkSize = 1 << 20;

/** The digest of what a byte range covers of a source that a tail continues. */
export function contentDigest(hasher: Hasher, source: SyncSource, tail: Tail, [start, length, rest, restLength]: readonly [number, number, number, number]): Uint8Array {
  const appended = (from: number, to: number) => tail.bytes.subarray(from - source.length, to - source.length);
  feed(hasher, source, start, source.length);
  hasher.update(appended(source.length, start + length));
  hasher.update(appended(rest, rest + restLength));
  return hasher.digest();
}

function feed(hasher: Hasher, source: SyncSource, start: number, end: number): void {
  if (source.view) {
    hasher.update(source.view(start, end));
    return;
  }
  const buffer = new Uint8Array(Math.min(chunkSize, end - start));
  for (let at = start; at < end; at += chunkSize) {
    const chunk = buffer.subarray(0, Math.min(chunkSize, end - at));
    source.read(at, chunk);
    hasher.update(chunk);
  }
}
