import { piecesOf } from './pieces.ts';
import type { SyncSource } from './source.ts';

/** The concatenation of sources: a file and the revisions appended to it. */
export class PartsSource implements SyncSource {
  readonly length: number;
  readonly #parts: readonly SyncSource[];

  constructor(parts: readonly SyncSource[]) {
    this.#parts = parts;
    this.length = parts.reduce((sum, part) => sum + part.length, 0);
  }

  read(offset: number, into: Uint8Array): void {
    const end = offset + into.byteLength;
    for (const { part, start, from, to } of this.#within(offset, end)) {
      part.read(from, into.subarray(start + from - offset, start + to - offset));
    }
  }

  async *pieces(start: number, end: number): AsyncGenerator<Uint8Array> {
    for (const { part, from, to } of this.#within(start, end)) yield* piecesOf(part, from, to);
  }

  close(): void {
    for (const part of this.#parts) part.close();
  }

  /** The parts that a range touches: their start in the whole, and the range in each. */
  *#within(offset: number, end: number): Generator<{ part: SyncSource; start: number; from: number; to: number }> {
    let start = 0;
    for (const part of this.#parts) {
      const from = Math.max(offset - start, 0);
      const to = Math.min(end - start, part.length);
      if (from < to) yield { part, start, from, to };
      start += part.length;
    }
  }
}
