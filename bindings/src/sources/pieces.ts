import type { SyncSource } from './source.ts';

/** Read at once: large enough that asking costs nothing. */
export const pieceSize = 1 << 20;

/** The bytes from `start` to `end` in pieces; each is valid until the next is asked for. Read beside the work on them where the source can. */
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
