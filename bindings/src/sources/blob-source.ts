import type { SyncSource } from './source.ts';

interface SyncFileReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

declare const FileReaderSync: (new () => SyncFileReader) | undefined;

/** A `Blob` or `File` read in ranges. Works in a worker only: `FileReaderSync` exists nowhere else. */
export class BlobSource implements SyncSource {
  readonly length: number;
  readonly #blob: Blob;
  readonly #reader: SyncFileReader;

  constructor(blob: Blob) {
    if (typeof FileReaderSync === 'undefined') throw new TypeError('FileReaderSync exists in workers only');
    this.#blob = blob;
    this.#reader = new FileReaderSync();
    this.length = blob.size;
  }

  static isPossible(): boolean {
    return typeof FileReaderSync !== 'undefined';
  }

  read(offset: number, into: Uint8Array): void {
    into.set(new Uint8Array(this.#reader.readAsArrayBuffer(this.#blob.slice(offset, offset + into.byteLength))));
  }

  close(): void {}
}
