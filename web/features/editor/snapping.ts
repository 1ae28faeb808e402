import type { Handle, Point, Rect } from '#web/entities/field/geometry.ts';
import type { PageRule } from '#web/services/engine/pages/page-rules.ts';

/** An alignment guide: a line where edges meet during a drag. */
export interface Guide {
  readonly axis: 'x' | 'y';
  readonly at: number;
}

/** The targets of snapping. */
export interface Around {
  readonly fields: readonly Rect[];
  readonly rules: readonly PageRule[];
}

interface Snap {
  readonly by: Point;
  readonly guides: Guide[];
}

interface Pull {
  readonly shift: number;
  readonly at: number;
}

function stopsOf(rects: readonly Rect[], axis: 'x' | 'y'): number[] {
  const stops: number[] = [];
  for (const rect of rects) {
    const start = rect[axis];
    const length = axis === 'x' ? rect.width : rect.height;
    stops.push(start, start + length / 2, start + length);
  }
  return stops;
}

/** Returns the ruled lines that are near the field along the other axis. */
function rulesBeside(rect: Rect, rules: readonly PageRule[], axis: 'x' | 'y', reach: Point): number[] {
  const other = axis === 'x' ? 'y' : 'x';
  const start = rect[other] - reach[other];
  const end = rect[other] + (other === 'x' ? rect.width : rect.height) + reach[other];
  return rules.filter((rule) => rule.axis === axis && rule.from < end && rule.to > start).map(({ at }) => at);
}

const edgesOf = (rect: Rect, axis: 'x' | 'y'): number[] => [rect[axis], rect[axis] + (axis === 'x' ? rect.width : rect.height)];

/** Returns the shorter of two snap shifts. */
const nearer = (a: Pull | null, b: Pull | null): Pull | null => (a && (!b || Math.abs(a.shift) <= Math.abs(b.shift)) ? a : b);

function nearest(edges: readonly number[], stops: readonly number[], reach: number): Pull | null {
  let best: Pull | null = null;
  for (const edge of edges) {
    for (const stop of stops) {
      const shift = stop - edge;
      if (Math.abs(shift) > reach) continue;
      if (!best || Math.abs(shift) < Math.abs(best.shift)) best = { shift, at: stop };
    }
  }
  return best;
}

function snapped(by: Point, x: Pull | null, y: Pull | null): Snap {
  const guides: Guide[] = [];
  if (x) guides.push({ axis: 'x', at: x.at });
  if (y) guides.push({ axis: 'y', at: y.at });
  return { by: { x: by.x + (x?.shift ?? 0), y: by.y + (y?.shift ?? 0) }, guides };
}

/** Snaps a moved field to the edges and centres of its neighbours, and to ruled lines. `reach` is the snap distance in percent per axis. */
export function snapMove(rect: Rect, by: Point, around: Around, reach: Point): Snap {
  const moved = { ...rect, x: rect.x + by.x, y: rect.y + by.y };
  const pull = (axis: 'x' | 'y'): Pull | null => nearer(
    nearest(stopsOf([moved], axis), stopsOf(around.fields, axis), reach[axis]),
    nearest(edgesOf(moved, axis), rulesBeside(moved, around.rules, axis, reach), reach[axis]),
  );
  return snapped(by, pull('x'), pull('y'));
}

/** Snaps the dragged edges only. */
export function snapResize(
  rect: Rect,
  handle: Handle,
  by: Point,
  around: Around,
  reach: Point,
): Snap {
  const edgesX: number[] = [];
  const edgesY: number[] = [];
  if (handle.includes('w')) edgesX.push(rect.x + by.x);
  if (handle.includes('e')) edgesX.push(rect.x + rect.width + by.x);
  if (handle.includes('n')) edgesY.push(rect.y + by.y);
  if (handle.includes('s')) edgesY.push(rect.y + rect.height + by.y);
  const stops = (axis: 'x' | 'y'): number[] => [...stopsOf(around.fields, axis), ...rulesBeside(rect, around.rules, axis, reach)];
  return snapped(by, nearest(edgesX, stops('x'), reach.x), nearest(edgesY, stops('y'), reach.y));
}
