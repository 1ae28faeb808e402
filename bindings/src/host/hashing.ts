import type { DigestAlgorithm, Tail } from '../../generated/countersign_wasm.js';
import { piecesOf } from '../sources/pieces.ts';
import type { SyncSource } from '../sources/source.ts';

/** A digest that is fed piece by piece. */
export interface Hasher {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

/** The platform's own digests, where it has some that take pieces: several times faster than the core's. */
export type CreateHasher = (algorithm: DigestAlgorithm) => Hasher;

/** The digest of what a byte range covers of a source that a tail continues. */
export async function contentDigest(hasher: Hasher, source: SyncSource, tail: Tail, [start, length, rest, restLength]: readonly [number, number, number, number]): Promise<Uint8Array> {
  const appended = (from: number, to: number) => tail.bytes.subarray(from - source.length, to - source.length);
  for await (const piece of piecesOf(source, start, source.length)) hasher.update(piece);
  hasher.update(appended(source.length, start + length));
  hasher.update(appended(rest, rest + restLength));
  return hasher.digest();
}
