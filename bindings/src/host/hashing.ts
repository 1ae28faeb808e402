import type { DigestAlgorithm, Tail } from '../../generated/countersign_wasm.js';
import { piecesOf } from '../sources/pieces.ts';
import type { SyncSource } from '../sources/source.ts';

/** An incremental hash. */
export interface Hasher {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

/** Creates the platform's incremental hash, several times faster than the core's. */
export type CreateHasher = (algorithm: DigestAlgorithm) => Hasher;

/** Returns the digest of a byte range over a source followed by a tail. */
export async function contentDigest(hasher: Hasher, source: SyncSource, tail: Tail, [start, length, rest, restLength]: readonly [number, number, number, number]): Promise<Uint8Array> {
  const appended = (from: number, to: number) => tail.bytes.subarray(from - source.length, to - source.length);
  for await (const piece of piecesOf(source, start, source.length)) hasher.update(piece);
  hasher.update(appended(source.length, start + length));
  hasher.update(appended(rest, rest + restLength));
  return hasher.digest();
}
