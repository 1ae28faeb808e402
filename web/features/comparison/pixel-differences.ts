/** A rectangle in percent of the page, origin at the top left. */
export interface DifferentArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Canvas pixels: RGBA, row by row. */
export type Pixels = Pick<ImageData, 'width' | 'height' | 'data'>;

/** Side of a comparison tile, in pixels. */
const TILE = 8;
/** Difference of a colour channel below which pixels count as equal. The same renderer draws equal content almost identically. */
const TOLERANCE = 24;
const CHANNELS = 4;

const WHOLE_PAGE: DifferentArea = { x: 0, y: 0, width: 100, height: 100 };

/** Returns the areas where two pictures of a page differ; adjacent tiles are merged. Pages of different sizes differ as a whole. */
export function differentAreas(before: Pixels, after: Pixels): DifferentArea[] {
  if (before.width !== after.width || before.height !== after.height) return [WHOLE_PAGE];
  const { width, height } = before;
  const columns = Math.ceil(width / TILE);
  const rows = Math.ceil(height / TILE);
  const different = differentTiles(before, after, columns, rows);
  const areas: DifferentArea[] = [];
  for (let tile = 0; tile < different.length; tile++) {
    if (different[tile] === 0) continue;
    const { left, top, right, bottom } = takeTouching(different, tile, columns, rows);
    const x = left * TILE;
    const y = top * TILE;
    areas.push({
      x: (100 * x) / width,
      y: (100 * y) / height,
      width: (100 * (Math.min(right * TILE, width) - x)) / width,
      height: (100 * (Math.min(bottom * TILE, height) - y)) / height,
    });
  }
  return areas;
}

function differentTiles(before: Pixels, after: Pixels, columns: number, rows: number): Uint8Array {
  const different = new Uint8Array(columns * rows);
  const { width, height } = before;
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / TILE) * columns;
    for (let x = 0; x < width; x++, at += CHANNELS) {
      if (differs(before.data, after.data, at)) different[row + Math.floor(x / TILE)] = 1;
    }
  }
  return different;
}

function differs(before: Pixels['data'], after: Pixels['data'], at: number): boolean {
  for (let channel = at; channel < at + CHANNELS - 1; channel++) {
    if (Math.abs((before[channel] ?? 0) - (after[channel] ?? 0)) > TOLERANCE) return true;
  }
  return false;
}

/** Returns the bounds, in tiles, of the connected component (8-connectivity) of this tile, and clears it. */
function takeTouching(different: Uint8Array, first: number, columns: number, rows: number) {
  const bounds = { left: columns, top: rows, right: 0, bottom: 0 };
  const waiting = [first];
  different[first] = 0;
  for (let tile = waiting.pop(); tile !== undefined; tile = waiting.pop()) {
    const column = tile % columns;
    const row = Math.floor(tile / columns);
    bounds.left = Math.min(bounds.left, column);
    bounds.top = Math.min(bounds.top, row);
    bounds.right = Math.max(bounds.right, column + 1);
    bounds.bottom = Math.max(bounds.bottom, row + 1);
    for (let y = Math.max(row - 1, 0); y <= Math.min(row + 1, rows - 1); y++) {
      for (let x = Math.max(column - 1, 0); x <= Math.min(column + 1, columns - 1); x++) {
        const neighbour = y * columns + x;
        if (different[neighbour] === 0) continue;
        different[neighbour] = 0;
        waiting.push(neighbour);
      }
    }
  }
  return bounds;
}
