import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { FileReference, SyncSource } from '../sources/source.ts';

/** A file on disk, read in ranges. */
class FileSource implements SyncSource {
  readonly length: number;
  readonly #descriptor: number;
  #open = true;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
    this.length = fstatSync(this.#descriptor).size;
  }

  read(offset: number, into: Uint8Array): void {
    let done = 0;
    while (done < into.byteLength) {
      const count = readSync(this.#descriptor, into, done, into.byteLength - done, offset + done);
      if (count === 0) throw new RangeError('The file ended before the range that was asked for');
      done += count;
    }
  }

  close(): void {
    if (this.#open) closeSync(this.#descriptor);
    this.#open = false;
  }
}

/** Opens a file for reading in ranges; says `unable_to_access` where it can't. */
export function openFile(file: FileReference): SyncSource {
  try {
    return new FileSource(file.path);
  } catch (error) {
    throw { code: 'unable_to_access', message: error instanceof Error ? error.message : String(error) };
  }
}
