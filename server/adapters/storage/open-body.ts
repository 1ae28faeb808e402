/** Reads a range of an encrypted body as plaintext. Throws `damaged` before returning any modified byte. */
import { Readable } from 'node:stream';
import { blocksWith, createBlockOpener, damaged, sealedBlock, sealedSize, type BodyKey } from './body-cipher.ts';
import type { BodyReader } from './body-reader.ts';
import type { ByteRange, FormStorage } from './storage.ts';

/** One read of several blocks costs less than several reads. */
const readAtOnce = 4 * sealedBlock;
/** Pool of read buffers: allocating one of this size costs more than decrypting its content. */
const spare: Buffer[] = [];
const mostSpare = 16;

/** `range` null: the whole body; fails if bytes were appended to it. */
export async function openBody(inner: FormStorage, ref: string, body: BodyKey, range: ByteRange | null): Promise<Readable> {
  const bytes = { first: range?.first ?? 0, last: Math.min(range?.last ?? Infinity, body.size - 1) };
  const { first, last, skip } = blocksWith(body.size, bytes);
  const begin = first * sealedBlock;
  const end = Math.min((last + 1) * sealedBlock, sealedSize(body.size));
  const reader = await inner.open(ref, { first: begin, last: range === null ? end : end - 1 });
  return new OpenedBody(reader, { ref, body, begin, end, skip, length: bytes.last + 1 - bytes.first, toTheEnd: range === null });
}

interface Part {
  ref: string;
  body: BodyKey;
  /** Offsets of the blocks in the storage. */
  begin: number;
  end: number;
  /** Bytes of the first block before the range. */
  skip: number;
  length: number;
  toTheEnd: boolean;
}

class OpenedBody extends Readable {
  readonly #reader: BodyReader;
  readonly #part: Part;
  readonly #openBlock: (index: number, sealed: Buffer) => Buffer;
  #at: number;
  #skip: number;
  #left: number;
  #reading: Promise<void> = Promise.resolve();

  constructor(reader: BodyReader, part: Part) {
    super();
    this.#reader = reader;
    this.#part = part;
    this.#openBlock = createBlockOpener(part.body, part.ref);
    this.#at = part.begin;
    this.#skip = part.skip;
    this.#left = part.length;
  }

  override _read(): void {
    this.#reading = this.#readOn().catch((error: Error) => { this.destroy(error); });
  }

  /** Waits for a pending read before closing the file. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#reading.then(() => this.#reader.close()).then(() => { done(error); }, done);
  }

  async #readOn(): Promise<void> {
    const memory = spare.pop() ?? Buffer.allocUnsafeSlow(readAtOnce + 1);
    try {
      const { ref, end, toTheEnd } = this.#part;
      const wanted = Math.min(end - this.#at, readAtOnce);
      const isLast = this.#at + wanted === end;
      // Reads one byte beyond the end: there must be none.
      const length = await this.#reader.read(memory.subarray(0, isLast && toTheEnd ? wanted + 1 : wanted));
      if (length !== wanted) throw damaged(ref);
      if (!this.destroyed) this.#give(memory.subarray(0, length));
      if (isLast) this.push(null);
    } finally {
      if (spare.length < mostSpare) spare.push(memory);
    }
  }

  #give(sealed: Buffer): void {
    for (let from = 0; from < sealed.length; from += sealedBlock) {
      const block = this.#openBlock((this.#at + from) / sealedBlock, sealed.subarray(from, from + sealedBlock));
      const bytes = block.subarray(this.#skip, this.#skip + this.#left);
      this.#skip = 0;
      this.#left -= bytes.length;
      if (bytes.length > 0) this.push(bytes);
    }
    this.#at += sealed.length;
  }
}
