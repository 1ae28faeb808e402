/** Which rows of a long list are near the part that is seen, and how much room the others take. */
export interface ListWindow {
  /** The first row that is drawn. */
  readonly start: number;
  /** The first one after those. */
  readonly end: number;
  readonly before: number;
  readonly after: number;
}

/** Where each row begins, and as the last entry where the list ends. */
export function offsetsOf(count: number, heightOf: (index: number) => number): Float64Array {
  const offsets = new Float64Array(count + 1);
  for (let index = 0; index < count; index++) offsets[index + 1] = (offsets[index] ?? 0) + heightOf(index);
  return offsets;
}

/** The last row that begins at or before a place. */
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

/** The rows between two places of the list, with some around them; a row that must stay is among them. */
export function windowOf(offsets: Float64Array, top: number, bottom: number, around: number): ListWindow {
  const count = offsets.length - 1;
  const start = Math.max(0, rowAt(offsets, top) - around);
  const end = Math.min(count, rowAt(offsets, bottom) + 1 + around);
  const total = offsets[count] ?? 0;
  return { start: Math.min(start, count), end: Math.max(end, start), before: offsets[start] ?? 0, after: total - (offsets[end] ?? total) };
}
