import { PDFDataRangeTransport } from 'pdfjs-dist';
import type { ByteRange } from './joined-ranges.ts';
import { joinedRanges } from './joined-ranges.ts';

const FIRST_BYTES = 64 * 1024;
const KILOBYTE = 1024;
/** Files up to this size may end up in memory as a whole; of larger ones only what is needed is read. */
const LARGE = 160 * KILOBYTE * KILOBYTE;

/** How much pdf.js asks for at a time. It looks at every page of a document when it opens it: many small reads take long. */
export const chunkSizeFor = (size: number): number => (size <= LARGE ? KILOBYTE * KILOBYTE : 64 * KILOBYTE);

/** Gives pdf.js the bytes it asks for, so that a file is never read as a whole. */
export class BlobRangeTransport extends PDFDataRangeTransport {
  readonly #blob: Blob;
  readonly #failed: (error: unknown) => void;
  #asked: ByteRange[] = [];

  constructor(blob: Blob, initial: Uint8Array, failed: (error: unknown) => void) {
    super(blob.size, initial, initial.length >= blob.size);
    this.#blob = blob;
    this.#failed = failed;
  }

  /** Requests come in swarms: those of one turn are read together. */
  override requestDataRange(begin: number, end: number): void {
    if (this.#asked.length === 0) setTimeout(() => this.#read(), 0);
    this.#asked.push({ begin, end });
  }

  #read(): void {
    const asked = this.#asked;
    this.#asked = [];
    for (const { begin, end, parts } of joinedRanges(asked)) {
      void this.#blob
        .slice(begin, end)
        .arrayBuffer()
        .then((buffer) => {
          for (const part of parts) this.onDataRange(part.begin, new Uint8Array(buffer.slice(part.begin - begin, part.end - begin)));
        }, this.#failed);
    }
  }
}

export async function blobRange(
  blob: Blob,
  failed: (error: unknown) => void,
): Promise<BlobRangeTransport> {
  const first = new Uint8Array(await blob.slice(0, FIRST_BYTES).arrayBuffer());
  return new BlobRangeTransport(blob, first, failed);
}
