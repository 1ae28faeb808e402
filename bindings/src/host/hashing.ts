import type { DigestAlgorithm, Tail } from '../../generated/countersign_wasm.js';
import { EngineError } from '../errors.ts';
import { pieceSize, piecesOf } from '../sources/pieces.ts';
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

/** Hashes a whole source in pieces, so that no more than one is copied into the core's memory at a time. */
export async function hashAll(source: SyncSource, hasher: Pick<Hasher, 'update'>, hasStopped: () => boolean): Promise<void> {
  for await (const piece of piecesOf(source, 0, source.length)) {
    for (let at = 0; at < piece.byteLength; at += pieceSize) {
      if (hasStopped()) throw new EngineError('unknown_parsing_error', 'The core stopped while a file was hashed');
      hasher.update(piece.subarray(at, at + pieceSize));
    }
  }
}
