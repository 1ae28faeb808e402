import type { Handle, Point, Rect } from '#web/entities/field/geometry.ts';

/** A line to draw while a field is moved: the edges that meet there. */
export interface Guide {
  readonly axis: 'x' | 'y';
  readonly at: number;
}

export interface Snap {
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

/** Pulls a moved field to the edges and middles of its neighbours. `reach` is in percent per axis. */
export function snapMove(rect: Rect, by: Point, others: readonly Rect[], reach: Point): Snap {
  const moved = { ...rect, x: rect.x + by.x, y: rect.y + by.y };
  const x = nearest(stopsOf([moved], 'x'), stopsOf(others, 'x'), reach.x);
  const y = nearest(stopsOf([moved], 'y'), stopsOf(others, 'y'), reach.y);
  return snapped(by, x, y);
}

/** Pulls the dragged edges only. */
export function snapResize(
  rect: Rect,
  handle: Handle,
  by: Point,
  others: readonly Rect[],
  reach: Point,
): Snap {
  const edgesX: number[] = [];
  const edgesY: number[] = [];
  if (handle.includes('w')) edgesX.push(rect.x + by.x);
  if (handle.includes('e')) edgesX.push(rect.x + rect.width + by.x);
  if (handle.includes('n')) edgesY.push(rect.y + by.y);
  if (handle.includes('s')) edgesY.push(rect.y + rect.height + by.y);
  const x = nearest(edgesX, stopsOf(others, 'x'), reach.x);
  const y = nearest(edgesY, stopsOf(others, 'y'), reach.y);
  return snapped(by, x, y);
}
