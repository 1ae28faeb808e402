import { PDFDataRangeTransport } from 'pdfjs-dist';
import { fetchRange, fetchRanges } from './fetch-ranges.ts';
import type { ByteRange, JoinedRange } from './joined-ranges.ts';
import { joinedRanges } from './joined-ranges.ts';
import type { PageSource } from './pages.types.ts';

const FIRST_BYTES = 64 * 1024;
const KILOBYTE = 1024;
/** Files up to this size may end up in memory as a whole; of larger ones only what is needed is read. */
const LARGE = 160 * KILOBYTE * KILOBYTE;

/** Milliseconds until a part that did not come is asked for again. */
const RETRY = 2000;

/** Of a document elsewhere so much comes at least when one place of it is read: what follows is mostly wanted next. */
const READ_AHEAD = 64 * KILOBYTE;
/** Where pdf.js asks for more places than these at a time it looks at every page, and wants no more of them. */
const FEW = 2;
/** So many parts are asked for in one request. */
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

/** The same place with what follows it. */
function readAhead({ begin, end, parts }: JoinedRange, size: number): JoinedRange {
  const further = Math.min(Math.max(end, begin + READ_AHEAD), size);
  return { begin, end: further, parts: parts.map((part, index) => (index === parts.length - 1 ? { begin: part.begin, end: further } : part)) };
}

/** Gives pdf.js the bytes it asks for, so that a file is never read as a whole. */
export class SourceRangeTransport extends PDFDataRangeTransport {
  #source: PageSource;
  readonly #failed: (error: unknown) => void;
  readonly #last: readonly [ByteRange, ArrayBuffer] | undefined;
  #asked: ByteRange[] = [];
  #under = 0;

  /** `last`: the end of the document, where it has come with the beginning. */
  constructor(source: PageSource, initial: Uint8Array, last: readonly [ByteRange, ArrayBuffer] | undefined, failed: (error: unknown) => void) {
    super(source.size, initial, initial.length >= source.size);
    this.#source = source;
    this.#last = last;
    this.#failed = failed;
  }

  /** Whether bytes were asked for and have not come yet. */
  get isWaiting(): boolean {
    return this.#asked.length > 0 || this.#under > 0;
  }

  /** All of it has come: what is asked for from now on is read here. */
  complete(body: Blob): void {
    this.#source = body;
  }

  /** Requests come in swarms: those of one turn are read together. */
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
    // Places far from each other come in one answer: each by itself would cost a way there and back.
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
      // A network that is away comes back, or the whole has come meanwhile: pages wait for it.
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

/** The beginning of a document, and of a distant one its end with it: there stands where everything is (ISO 32000-2, 7.5.5). */
async function endsOf(source: PageSource): Promise<readonly (readonly [ByteRange, ArrayBuffer])[]> {
  const first = { begin: 0, end: Math.min(FIRST_BYTES, source.size) };
  if (isHere(source) || source.size <= 2 * FIRST_BYTES) return [[first, await read(source, first)]];
  // pdf.js asks for whole pieces.
  const piece = chunkSizeFor(source);
  const last = { begin: Math.floor((source.size - FIRST_BYTES) / piece) * piece, end: source.size };
  const [head = new ArrayBuffer(0), tail = new ArrayBuffer(0)] = await fetchRanges(source.url, [first, last]);
  return [[first, head], [last, tail]];
}

export async function sourceRange(source: PageSource, failed: (error: unknown) => void): Promise<SourceRangeTransport> {
  const [first, last] = await endsOf(source);
  return new SourceRangeTransport(source, new Uint8Array(first?.[1] ?? new ArrayBuffer(0)), last, failed);
}
