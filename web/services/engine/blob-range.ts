import { PDFDataRangeTransport } from 'pdfjs-dist';

const FIRST_BYTES = 64 * 1024;

/** Gives pdf.js the bytes it asks for, so that a file is never read as a whole. */
export class BlobRangeTransport extends PDFDataRangeTransport {
  readonly #blob: Blob;
  readonly #failed: (error: unknown) => void;

  constructor(blob: Blob, initial: Uint8Array, failed: (error: unknown) => void) {
    super(blob.size, initial, initial.length >= blob.size);
    this.#blob = blob;
    this.#failed = failed;
  }

  override requestDataRange(begin: number, end: number): void {
    void this.#blob
      .slice(begin, end)
      .arrayBuffer()
      .then((buffer) => this.onDataRange(begin, new Uint8Array(buffer)), this.#failed);
  }
}

export async function blobRange(
  blob: Blob,
  failed: (error: unknown) => void,
): Promise<BlobRangeTransport> {
  const first = new Uint8Array(await blob.slice(0, FIRST_BYTES).arrayBuffer());
  return new BlobRangeTransport(blob, first, failed);
}
