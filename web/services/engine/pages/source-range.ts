import { PDFDataRangeTransport } from 'pdfjs-dist';
import { fetchRange, fetchRanges } from './fetch-ranges.ts';
import type { ByteRange, JoinedRange } from './joined-ranges.ts';
import { joinedRanges } from './joined-ranges.ts';
import type { PageSource } from './pages.types.ts';

const FIRST_BYTES = 64 * 1024;
const KILOBYTE = 1024;
/** Bytes. Larger files are read in ranges only. */
const LARGE = 160 * KILOBYTE * KILOBYTE;

/** Milliseconds before a failed range is requested again. */
const RETRY = 2000;

/** Minimum bytes per read over a network. What follows is usually needed next. */
const READ_AHEAD = 64 * KILOBYTE;
/** More ranges than this at once mean that pdf.js visits every page, so no read-ahead is added. */
const FEW = 2;
/** Maximum ranges per request. */
const MOST_AT_ONCE = 100;

const isHere = (source: PageSource): source is Blob => source instanceof Blob;

/**
 * How much pdf.js asks for at a time. It looks at every page of a document when it opens it: from a disk many small reads
 * take long, and over a network large ones do.
 */
export const chunkSizeFor = (source: PageSource): number => {
  if (!isHere(source)) return 4 * KILOBYTE;
  return source.size <= LARGE ? KILOBYTE * KILOBYTE : 64 * KILOBYTE;
};

const read = (source: PageSource, range: ByteRange): Promise<ArrayBuffer> =>
  isHere(source) ? source.slice(range.begin, range.end).arrayBuffer() : fetchRange(source.url, range);

/** Extends a range by the read-ahead. */
function readAhead({ begin, end, parts }: JoinedRange, size: number): JoinedRange {
  const further = Math.min(Math.max(end, begin + READ_AHEAD), size);
  return { begin, end: further, parts: parts.map((part, index) => (index === parts.length - 1 ? { begin: part.begin, end: further } : part)) };
}

/** Serves the range requests of pdf.js. */
export class SourceRangeTransport extends PDFDataRangeTransport {
  #source: PageSource;
  readonly #failed: (error: unknown) => void;
  readonly #last: readonly [ByteRange, ArrayBuffer] | undefined;
  #asked: ByteRange[] = [];
  #under = 0;

  /** `last`: the end of the document, if it was fetched with the beginning. */
  constructor(source: PageSource, initial: Uint8Array, last: readonly [ByteRange, ArrayBuffer] | undefined, failed: (error: unknown) => void) {
    super(source.size, initial, initial.length >= source.size);
    this.#source = source;
    this.#last = last;
    this.#failed = failed;
  }

  /** Whether range requests are pending. */
  get isWaiting(): boolean {
    return this.#asked.length > 0 || this.#under > 0;
  }

  /** Switches to the downloaded document for all further ranges. */
  complete(body: Blob): void {
    this.#source = body;
  }

  /** Collects the requests of one event-loop turn and reads them together. */
  override requestDataRange(begin: number, end: number): void {
    if (this.#asked.length === 0) setTimeout(() => this.#read(), 0);
    this.#asked.push({ begin, end });
  }

  #read(): void {
    const asked = this.#asked;
    this.#asked = [];
    const ranges = joinedRanges(asked.filter((range) => !this.#giveOfLast(range)));
    const source = this.#source;
    if (isHere(source)) for (const range of ranges) void this.#give([range]);
    else if (ranges.length <= FEW) for (const range of ranges) void this.#give([readAhead(range, source.size)]);
    // Distant ranges share a request, to save round trips.
    else for (let at = 0; at < ranges.length; at += MOST_AT_ONCE) void this.#give(ranges.slice(at, at + MOST_AT_ONCE));
  }

  #giveOfLast({ begin, end }: ByteRange): boolean {
    const [range, bytes] = this.#last ?? [];
    if (!range || !bytes || begin < range.begin) return false;
    this.onDataRange(begin, new Uint8Array(bytes.slice(begin - range.begin, end - range.begin)));
    return true;
  }

  async #give(ranges: readonly JoinedRange[]): Promise<void> {
    this.#under += 1;
    try {
      const bodies = await this.#bytesOf(ranges);
      for (const [index, { begin, parts }] of ranges.entries()) {
        for (const part of parts) this.onDataRange(part.begin, new Uint8Array((bodies[index] ?? new ArrayBuffer(0)).slice(part.begin - begin, part.end - begin)));
      }
    } catch (error) {
      this.#failed(error);
      // Tries again until the network is back or the whole document has arrived.
      if (!isHere(this.#source)) {
        await new Promise((resolve) => setTimeout(resolve, RETRY));
        void this.#give(ranges);
      }
    } finally {
      this.#under -= 1;
    }
  }

  #bytesOf(ranges: readonly JoinedRange[]): Promise<ArrayBuffer[]> {
    const source = this.#source;
    return isHere(source) || ranges.length === 1 ? Promise.all(ranges.map((range) => read(source, range))) : fetchRanges(source.url, ranges);
  }
}

/** Reads the beginning of a document and, over a network, also its end, which has the cross-reference table (ISO 32000-2, 7.5.5). */
async function endsOf(source: PageSource): Promise<readonly (readonly [ByteRange, ArrayBuffer])[]> {
  const first = { begin: 0, end: Math.min(FIRST_BYTES, source.size) };
  if (isHere(source) || source.size <= 2 * FIRST_BYTES) return [[first, await read(source, first)]];
  // pdf.js requests whole chunks.
  const piece = chunkSizeFor(source);
  const last = { begin: Math.floor((source.size - FIRST_BYTES) / piece) * piece, end: source.size };
  const [head = new ArrayBuffer(0), tail = new ArrayBuffer(0)] = await fetchRanges(source.url, [first, last]);
  return [[first, head], [last, tail]];
}

export async function sourceRange(source: PageSource, failed: (error: unknown) => void): Promise<SourceRangeTransport> {
  const [first, last] = await endsOf(source);
  return new SourceRangeTransport(source, new Uint8Array(first?.[1] ?? new ArrayBuffer(0)), last, failed);
}
