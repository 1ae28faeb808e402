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
    let start = 0;
    for (const part of this.#parts) {
      const from = Math.max(offset, start);
      const to = Math.min(offset + into.byteLength, start + part.length);
      if (from < to) part.read(from - start, into.subarray(from - offset, to - offset));
      start += part.length;
    }
  }

  close(): void {
    for (const part of this.#parts) part.close();
  }
}
