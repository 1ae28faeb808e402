/** A line that is drawn on the page, in percent of it: `at` on its axis, from one end to the other on the other axis. */
export interface PageRule {
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Rows from the top or columns from the left of a grey raster. */
interface Scan {
  readonly lines: number;
  readonly length: number;
  readonly lineStep: number;
  readonly pixelStep: number;
}

/** Dark pixels that lie on each other line after line. */
interface Band {
  from: number;
  to: number;
  readonly first: number;
  last: number;
}

const DARK = 160;
/** Of the page's width. The box of a form is longer, the strokes of its letters are not. */
const SHORTEST = 0.018;
/** Pixels; what is thicker is an area with two edges. */
const THICKEST = 6;
/** A scan breaks thin lines. */
const WIDEST_GAP = 2;
/** A hatched drawing has thousands; nobody aligns with them. */
const MOST = 600;

function runsOf(data: Uint8Array, scan: Scan, line: number, shortest: number): [number, number][] {
  const runs: [number, number][] = [];
  let from = -1;
  let last = -1;
  for (let at = 0; at <= scan.length; at += 1) {
    const isDark = at < scan.length && (data[line * scan.lineStep + at * scan.pixelStep] ?? 255) < DARK;
    if (isDark) {
      if (from < 0) from = at;
      last = at;
    } else if (from >= 0 && (at === scan.length || at - last > WIDEST_GAP)) {
      if (last + 1 - from >= shortest) runs.push([from, last + 1]);
      from = -1;
    }
  }
  return runs;
}

function bandsOf(data: Uint8Array, scan: Scan, shortest: number): Band[] {
  const ended: Band[] = [];
  let open: Band[] = [];
  for (let line = 0; line < scan.lines; line += 1) {
    const next = new Set<Band>();
    for (const [from, to] of runsOf(data, scan, line, shortest)) {
      const above = open.find((band) => band.from < to && from < band.to);
      if (above) Object.assign(above, { from: Math.min(above.from, from), to: Math.max(above.to, to), last: line });
      next.add(above ?? { from, to, first: line, last: line });
    }
    ended.push(...open.filter((band) => !next.has(band)));
    open = [...next];
  }
  return [...ended, ...open];
}

function rulesAlong(data: Uint8Array, axis: PageRule['axis'], scan: Scan, shortest: number): PageRule[] {
  return bandsOf(data, scan, shortest).flatMap(({ from, to, first, last }) => {
    const end = last + 1;
    const places = end - first <= THICKEST ? [(first + end) / 2] : [first, end];
    return places.map((at) => ({ axis, at: (at / scan.lines) * 100, from: (from / scan.length) * 100, to: (to / scan.length) * 100 }));
  });
}

/** The straight lines and edges of a page, seen in its raster: drawn ones as well as scanned ones. */
export function pageRules(data: Uint8Array, width: number, height: number): PageRule[] {
  const shortest = width * SHORTEST;
  const across = rulesAlong(data, 'y', { lines: height, length: width, lineStep: width, pixelStep: 1 }, shortest);
  const down = rulesAlong(data, 'x', { lines: width, length: height, lineStep: 1, pixelStep: width }, shortest);
  return [...across, ...down].toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MOST);
}
