import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { EngineError } from '../errors.ts';
import { pieceSize } from '../sources/pieces.ts';
import type { FileReference, SyncSource } from '../sources/source.ts';

const readBeside = promisify(read);

/** A file on disk, read in ranges. */
class FileSource implements SyncSource {
  readonly length: number;
  readonly #descriptor: number;
  #state: 'open' | 'closing' | 'closed' = 'open';
  /** Number of reads running in other threads. */
  #reading = 0;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
    const status = fstatSync(this.#descriptor);
    if (status.isDirectory()) {
      closeSync(this.#descriptor);
      throw new EngineError('unable_to_access', 'The path is that of a folder');
    }
    this.length = status.size;
  }

  read(offset: number, into: Uint8Array): void {
    let done = 0;
    while (done < into.byteLength) {
      const count = readSync(this.#descriptor, into, done, into.byteLength - done, offset + done);
      if (count === 0) throw endedEarly();
      done += count;
    }
  }

  async *pieces(start: number, end: number): AsyncGenerator<Uint8Array> {
    const buffers = [0, 1].map(() => new Uint8Array(Math.min(pieceSize, end - start)));
    const pieceAt = (at: number) => this.#fill(at, (buffers[((at - start) / pieceSize) % 2] as Uint8Array).subarray(0, Math.min(pieceSize, end - at)));
    let next = pieceAt(start);
    for (let at = start; at < end; at += pieceSize) {
      const piece = await next;
      if (at + pieceSize < end) next = pieceAt(at + pieceSize);
      // If the consumer stops early, nobody handles a failure of the read-ahead.
      next.catch(() => undefined);
      yield piece;
    }
  }

  /** Closes the descriptor after pending reads have finished, since its number could be reused for another file. */
  close(): void {
    if (this.#state === 'open') this.#state = 'closing';
    this.#closeUnlessRead();
  }

  #closeUnlessRead(): void {
    if (this.#state !== 'closing' || this.#reading > 0) return;
    this.#state = 'closed';
    closeSync(this.#descriptor);
  }

  async #fill(offset: number, into: Uint8Array): Promise<Uint8Array> {
    for (let done = 0; done < into.byteLength; ) {
      if (this.#state !== 'open') throw new EngineError('pdf_parsing_error_no_proxy', 'The document was closed while it was read');
      this.#reading += 1;
      try {
        const { bytesRead } = await readBeside(this.#descriptor, into, done, into.byteLength - done, offset + done);
        if (bytesRead === 0) throw endedEarly();
        done += bytesRead;
      } finally {
        this.#reading -= 1;
        this.#closeUnlessRead();
      }
    }
    return into;
  }
}

function endedEarly(): RangeError {
  return new RangeError('The file ended before the range that was asked for');
}

/** Opens a file for reading in ranges. Throws `unable_to_access`. */
export function openFile(file: FileReference): SyncSource {
  try {
    return new FileSource(file.path);
  } catch (error) {
    throw new EngineError('unable_to_access', error instanceof Error ? error.message : String(error));
  }
}
