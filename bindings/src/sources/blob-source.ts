import type { SyncSource } from './source.ts';

interface SyncFileReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

declare const FileReaderSync: (new () => SyncFileReader) | undefined;

/**
 * A `Blob` or `File` read in ranges, each of which is all that comes into memory. Works in a worker only: `FileReaderSync` exists
 * nowhere else. A file that was changed on disk since it was chosen can't be read any more: the browser throws.
 */
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

  /** Whether ranges can be read at once here. */
  static isPossible(): boolean {
    return typeof FileReaderSync !== 'undefined';
  }

  read(offset: number, into: Uint8Array): void {
    const range = this.#reader.readAsArrayBuffer(this.#blob.slice(offset, offset + into.byteLength));
    if (range.byteLength !== into.byteLength) throw new RangeError('The file ended before the range that was asked for');
    into.set(new Uint8Array(range));
  }

  close(): void {}
}
