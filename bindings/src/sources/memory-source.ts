import type { SyncSource } from './source.ts';

/** Bytes in memory, read without copying the whole. */
export class MemorySource implements SyncSource {
  readonly length: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.length = bytes.byteLength;
  }

  read(offset: number, into: Uint8Array): void {
    into.set(this.#bytes.subarray(offset, offset + into.byteLength));
  }

  view(start: number, end: number): Uint8Array {
    return this.#bytes.subarray(start, end);
  }

  close(): void {}
}
