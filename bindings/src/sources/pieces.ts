import type { SyncSource } from './source.ts';

/** Piece size in bytes, large enough that the overhead of a read is negligible. */
export const pieceSize = 1 << 20;

/** Yields the bytes from `start` to `end` in pieces, each valid until the next is requested. Sources that support it read ahead. */
export async function* piecesOf(source: SyncSource, start: number, end: number): AsyncGenerator<Uint8Array> {
  if (source.view) yield source.view(start, end);
  else if (source.pieces) yield* source.pieces(start, end);
  else yield* readHere(source, start, end);
}

function* readHere(source: SyncSource, start: number, end: number): Generator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(pieceSize, end - start));
  for (let at = start; at < end; at += pieceSize) {
    const piece = buffer.subarray(0, Math.min(pieceSize, end - at));
    source.read(at, piece);
    yield piece;
  }
}
