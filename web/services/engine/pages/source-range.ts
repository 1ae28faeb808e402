import { PDFDataRangeTransport } from 'pdfjs-dist';
import type { ByteRange, JoinedRange } from '../../api/joined-ranges.ts';
import { joinedRanges } from '../../api/joined-ranges.ts';
import type { PageSource } from './pages.types.ts';
import type { SourceReader } from './source-reader.ts';
import { isHere } from './source-reader.ts';

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

/**
 * How much pdf.js asks for at a time. It looks at every page of a document when it opens it: from a disk many small reads
 * take long, and over a network large ones do.
 */
export const chunkSizeFor = (source: PageSource): number => {
  if (!isHere(source)) return 4 * KILOBYTE;
  return source.size <= LARGE ? KILOBYTE * KILOBYTE : 64 * KILOBYTE;
};

/** Extends a range by the read-ahead. */
function readAhead({ begin, end, parts }: JoinedRange, size: number): JoinedRange {
  const further = Math.min(Math.max(end, begin + READ_AHEAD), size);
  return { begin, end: further, parts: parts.map((part, index) => (index === parts.length - 1 ? { begin: part.begin, end: further } : part)) };
}

/** Serves the range requests of pdf.js. */
export class SourceRangeTransport extends PDFDataRangeTransport {
  readonly reader: SourceReader;
  readonly #failed: (error: unknown) => void;
  readonly #last: readonly [ByteRange, ArrayBuffer] | undefined;
  #pending: ByteRange[] = [];
  #under = 0;

  /** `last`: the end of the document, if it was fetched with the beginning. */
  constructor(reader: SourceReader, initial: Uint8Array, last: readonly [ByteRange, ArrayBuffer] | undefined, failed: (error: unknown) => void) {
    super(reader.source.size, initial, initial.length >= reader.source.size);
    this.reader = reader;
    this.#last = last;
    this.#failed = failed;
  }

  /** Whether range requests are pending. */
  get isWaiting(): boolean {
    return this.#pending.length > 0 || this.#under > 0;
  }

  /** Collects the requests of one event-loop turn and reads them together. */
  override requestDataRange(begin: number, end: number): void {
    if (this.#pending.length === 0) setTimeout(() => this.#read(), 0);
    this.#pending.push({ begin, end });
  }

  #read(): void {
    const requested = this.#pending;
    this.#pending = [];
    const ranges = joinedRanges(requested.filter((range) => !this.#giveOfLast(range)));
    const { source } = this.reader;
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
      const bodies = await this.reader.read(ranges);
      for (const [index, { begin, parts }] of ranges.entries()) {
        for (const part of parts) this.onDataRange(part.begin, new Uint8Array((bodies[index] ?? new ArrayBuffer(0)).slice(part.begin - begin, part.end - begin)));
      }
    } catch (error) {
      this.#failed(error);
      // Tries again until the network is back or the whole document has arrived.
      if (!isHere(this.reader.source)) {
        await new Promise((resolve) => setTimeout(resolve, RETRY));
        void this.#give(ranges);
      }
    } finally {
      this.#under -= 1;
    }
  }
}

/** Reads the beginning of a document and, over a network, also its end, which has the cross-reference table (ISO 32000-2, 7.5.5). */
async function endsOf(reader: SourceReader): Promise<readonly (readonly [ByteRange, ArrayBuffer])[]> {
  const { source } = reader;
  const first = { begin: 0, end: Math.min(FIRST_BYTES, source.size) };
  const wanted = isHere(source) || source.size <= 2 * FIRST_BYTES ? [first] : [first, lastOf(source)];
  const bodies = await reader.read(wanted);
  return wanted.map((range, index) => [range, bodies[index] ?? new ArrayBuffer(0)]);
}

/** The end of a document, from where pdf.js requests whole chunks. */
function lastOf(source: PageSource): ByteRange {
  const piece = chunkSizeFor(source);
  return { begin: Math.floor((source.size - FIRST_BYTES) / piece) * piece, end: source.size };
}

export async function sourceRange(reader: SourceReader, failed: (error: unknown) => void): Promise<SourceRangeTransport> {
  const [first, last] = await endsOf(reader);
  return new SourceRangeTransport(reader, new Uint8Array(first?.[1] ?? new ArrayBuffer(0)), last, failed);
}
