/** A rectangle in percent of the page, from its top left corner. */
export interface DifferentArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels as a canvas gives them: red, green, blue, alpha, row by row. */
export type Pixels = Pick<ImageData, 'width' | 'height' | 'data'>;

/** Pixels on a side of the squares that are compared as one. */
const TILE = 8;
/** Steps of a colour channel that no eye tells apart; one renderer draws the same content the same way. */
const TOLERANCE = 24;
const CHANNELS = 4;

const WHOLE_PAGE: DifferentArea = { x: 0, y: 0, width: 100, height: 100 };

/** Where two pictures of a page differ; squares that touch make one area. Pages of different sizes differ as a whole. */
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

/** The bounds, in tiles, of all that touch this one, corners included; they are cleared. */
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
