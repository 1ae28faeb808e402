export interface ByteRange {
  readonly begin: number;
  readonly end: number;
}

export interface JoinedRange extends ByteRange {
  /** The requested ranges, in order. */
  readonly parts: readonly ByteRange[];
}

/** Maximum bytes per read. */
const MOST = 8 * 1024 * 1024;

/** Joins adjacent ranges. */
export function joinedRanges(ranges: readonly ByteRange[], most = MOST): JoinedRange[] {
  const joined: { begin: number; end: number; parts: ByteRange[] }[] = [];
  for (const range of ranges.toSorted((a, b) => a.begin - b.begin)) {
    const last = joined.at(-1);
    if (last && range.begin <= last.end && range.end - last.begin <= most) {
      last.end = Math.max(last.end, range.end);
      last.parts.push(range);
    } else joined.push({ ...range, parts: [range] });
  }
  return joined;
}
