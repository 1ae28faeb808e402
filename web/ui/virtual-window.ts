/** The rendered rows of a virtual list, and the space that the others take. */
export interface ListWindow {
  /** The first rendered row. */
  readonly start: number;
  /** One past the last rendered row. */
  readonly end: number;
  readonly before: number;
  readonly after: number;
}

/** Returns the offset of each row, followed by the total height. */
export function offsetsOf(count: number, heightOf: (index: number) => number): Float64Array {
  const offsets = new Float64Array(count + 1);
  for (let index = 0; index < count; index++) offsets[index + 1] = (offsets[index] ?? 0) + heightOf(index);
  return offsets;
}

/** Returns the last row that starts at or before an offset (binary search). */
function rowAt(offsets: Float64Array, place: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the rows between two offsets, plus `around` rows on each side. */
export function windowOf(offsets: Float64Array, top: number, bottom: number, around: number): ListWindow {
  const count = offsets.length - 1;
  const start = Math.max(0, rowAt(offsets, top) - around);
  const end = Math.min(count, rowAt(offsets, bottom) + 1 + around);
  const total = offsets[count] ?? 0;
  return { start: Math.min(start, count), end: Math.max(end, start), before: offsets[start] ?? 0, after: total - (offsets[end] ?? total) };
}
