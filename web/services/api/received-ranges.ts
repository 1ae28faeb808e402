import type { ByteRange } from './joined-ranges.ts';

/** Bytes of a document, from `begin` on. */
export interface ReceivedRange {
  readonly begin: number;
  readonly bytes: Blob;
}

const endOf = ({ begin, bytes }: ReceivedRange): number => begin + bytes.size;

/** The parts of a document that have arrived. The browser stores the blobs, on disk if they are large. */
export class ReceivedRanges {
  /** Without overlaps, in order. */
  #ranges: readonly ReceivedRange[] = [];

  get all(): readonly ReceivedRange[] {
    return this.#ranges;
  }

  /** Adds what was missing. Bytes that arrived before stay as they were. */
  add(range: ReceivedRange): void {
    const fresh = this.missing({ begin: range.begin, end: endOf(range) }).map(({ begin, end }) => ({ begin, bytes: range.bytes.slice(begin - range.begin, end - range.begin) }));
    if (fresh.length > 0) this.#ranges = [...this.#ranges, ...fresh].toSorted((a, b) => a.begin - b.begin);
  }

  missing({ begin, end }: ByteRange): ByteRange[] {
    const gaps: ByteRange[] = [];
    let at = begin;
    for (const range of this.#within({ begin, end })) {
      if (range.begin > at) gaps.push({ begin: at, end: range.begin });
      at = Math.max(at, endOf(range));
    }
    if (at < end) gaps.push({ begin: at, end });
    return gaps;
  }

  /** The bytes of a range; null if some are missing. */
  slice({ begin, end }: ByteRange): Blob | null {
    if (this.missing({ begin, end }).length > 0) return null;
    return new Blob(this.#within({ begin, end }).map((range) => range.bytes.slice(Math.max(begin - range.begin, 0), end - range.begin)));
  }

  /** The number of bytes from the beginning without a gap. */
  get prefix(): number {
    let end = 0;
    for (const range of this.#ranges) {
      if (range.begin > end) break;
      end = endOf(range);
    }
    return end;
  }

  get received(): number {
    return this.#ranges.reduce((sum, { bytes }) => sum + bytes.size, 0);
  }

  #within({ begin, end }: ByteRange): ReceivedRange[] {
    return this.#ranges.filter((range) => range.begin < end && endOf(range) > begin);
  }
}
