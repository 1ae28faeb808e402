/** A straight line on a page, in percent: `at` is its position on one axis, `from` and `to` are its ends on the other. */
export interface PageRule {
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Access to a grey raster by rows or by columns. */
interface Scan {
  readonly lines: number;
  readonly length: number;
  readonly lineStep: number;
  readonly pixelStep: number;
}

/** A run of dark pixels that continues over adjacent lines. */
interface Band {
  from: number;
  to: number;
  readonly first: number;
  last: number;
}

const DARK = 160;
/** Minimum length as a share of the page width: shorter than boxes of forms, longer than strokes of letters. */
const SHORTEST = 0.018;
/** Maximum thickness of a line in pixels. Thicker shapes are areas with two edges. */
const THICKEST = 6;
/** Gaps up to this length are bridged, because scans break thin lines. */
const WIDEST_GAP = 2;
/** At most this many lines are kept, the longest first. Hatched drawings have thousands. */
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

/** Finds straight lines and edges in the raster of a page, which also works for scans. */
export function pageRules(data: Uint8Array, width: number, height: number): PageRule[] {
  const shortest = width * SHORTEST;
  const across = rulesAlong(data, 'y', { lines: height, length: width, lineStep: width, pixelStep: 1 }, shortest);
  const down = rulesAlong(data, 'x', { lines: width, length: height, lineStep: 1, pixelStep: width }, shortest);
  return [...across, ...down].toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MOST);
}
