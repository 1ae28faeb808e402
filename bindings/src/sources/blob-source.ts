import type { SyncSource } from './source.ts';

interface SyncFileReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

declare const FileReaderSync: (new () => SyncFileReader) | undefined;

/**
 * A `Blob` or `File` read in ranges, with only the current range in memory. Works in workers only, because of
 * `FileReaderSync`. If the file has changed on disk since it was selected, the browser throws.
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

  /** Whether synchronous reads are available. */
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
