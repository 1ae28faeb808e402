import { apply, type Matrix, multiply, type Point, scaleOf } from './matrix.ts';

/** Operator codes of pdf.js. All other operators paint no paths. */
const OPS = {
  setLineWidth: 2,
  save: 10,
  restore: 11,
  transform: 12,
  setStrokeRGBColor: 58,
  setFillRGBColor: 59,
  paintFormXObjectBegin: 74,
  paintFormXObjectEnd: 75,
  constructPath: 91,
} as const;

/** stroke, closeStroke, and the operators that fill and stroke. */
const STROKES: ReadonlySet<unknown> = new Set([20, 21, 24, 25, 26, 27]);
/** fill, eoFill, and the operators that fill and stroke. */
const FILLS: ReadonlySet<unknown> = new Set([22, 23, 24, 25, 26, 27]);

/** Path kinds of the core. */
const LINE = 0;
const BOX = 1;
const CURVE = 2;
const FILLED = 3;

/** Limit of 20,000 paths per page. */
const MOST_NUMBERS = 7 * 20_000;
/** Tolerance in pixels for straight lines. */
const STRAIGHT = 0.5;

interface State {
  matrix: Matrix;
  lineWidth: number;
  stroke: number;
  fill: number;
}

/** A subpath, from one moveTo to the next. */
interface Subpath {
  readonly points: Point[];
  curved: boolean;
}

type Corners = readonly [left: number, top: number, right: number, bottom: number];

/** Interprets the operators of a page and collects its painted paths, seven numbers each. */
export class PathReader {
  readonly numbers: number[] = [];
  readonly #size: { readonly width: number; readonly height: number };
  readonly #stack: State[] = [];
  #state: State;

  constructor(matrix: Matrix, size: { readonly width: number; readonly height: number }) {
    this.#size = size;
    this.#state = { matrix, lineWidth: 1, stroke: 0, fill: 0 };
  }

  read(operator: number, args: unknown): void {
    const [first, second] = Array.isArray(args) ? (args as unknown[]) : [];
    switch (operator) {
      case OPS.save: return this.#save();
      case OPS.restore:
      case OPS.paintFormXObjectEnd: return this.#restore();
      case OPS.transform: return this.#transform(args);
      case OPS.paintFormXObjectBegin:
        this.#save();
        return this.#transform(first);
      case OPS.setLineWidth: this.#state.lineWidth = Number(first); return;
      case OPS.setStrokeRGBColor: this.#state.stroke = grayOf(first); return;
      case OPS.setFillRGBColor: this.#state.fill = grayOf(first); return;
      case OPS.constructPath: return this.#draw(first, Array.isArray(second) ? second[0] : null);
    }
  }

  #save(): void {
    this.#stack.push({ ...this.#state });
  }

  #restore(): void {
    this.#state = this.#stack.pop() ?? this.#state;
  }

  #transform(matrix: unknown): void {
    if (Array.isArray(matrix) && matrix.length === 6) this.#state.matrix = multiply(this.#state.matrix, matrix as unknown as Matrix);
  }

  #draw(paint: unknown, data: unknown): void {
    if (!(data instanceof Float32Array)) return;
    for (const part of subpaths(data, this.#state.matrix)) {
      if (part.points.length < 2) continue;
      if (FILLS.has(paint)) this.#fill(part);
      if (STROKES.has(paint)) this.#stroke(part);
    }
  }

  #fill(part: Subpath): void {
    this.#add(isBox(part) ? FILLED : CURVE, cornersOf(part.points), 0, this.#state.fill);
  }

  #stroke(part: Subpath): void {
    const { matrix, lineWidth, stroke } = this.#state;
    const thickness = lineWidth * scaleOf(matrix);
    if (part.curved || isBox(part)) return this.#add(part.curved ? CURVE : BOX, cornersOf(part.points), thickness, stroke);
    let [from] = part.points;
    for (const to of part.points.slice(1)) {
      if (from && isStraight(from, to)) this.#add(LINE, cornersOf([from, to]), thickness, stroke);
      from = to;
    }
  }

  #add(kind: number, [left, top, right, bottom]: Corners, thickness: number, gray: number): void {
    const { width, height } = this.#size;
    if (this.numbers.length >= MOST_NUMBERS || right < 0 || bottom < 0 || left > width || top > height) return;
    const [across, down] = [100 / width, 100 / height];
    this.numbers.push(kind, left * across, top * down, (right - left) * across, (bottom - top) * down, thickness * across, gray);
  }
}

/** Splits pdf.js path data (an operator code before the points of each segment) into subpaths. */
function subpaths(data: Float32Array, matrix: Matrix): Subpath[] {
  const parts: Subpath[] = [];
  let part: Subpath = { points: [], curved: false };
  for (let i = 0; i < data.length;) {
    const step = data[i++];
    if (step === 4) {
      const [start] = part.points;
      if (start) part.points.push(start);
      continue;
    }
    const pairs = { 0: 1, 1: 1, 2: 3, 3: 2 }[Number(step)];
    if (pairs === undefined) break;
    if (step === 0) parts.push((part = { points: [], curved: false }));
    part.curved ||= pairs > 1;
    for (let pair = 0; pair < pairs; pair++, i += 2) part.points.push(apply(matrix, data[i] ?? 0, data[i + 1] ?? 0));
  }
  return parts;
}

const isStraight = ([ax, ay]: Point, [bx, by]: Point): boolean => Math.abs(ax - bx) < STRAIGHT || Math.abs(ay - by) < STRAIGHT;

/** Whether a subpath has four straight sides, closed or nearly so. */
function isBox({ points, curved }: Subpath): boolean {
  if (curved || points.length < 4 || points.length > 6) return false;
  return points.slice(1).every((point, i) => isStraight(points[i] ?? point, point));
}

function cornersOf(points: readonly Point[]): Corners {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Returns the gray level of `#rrggbb`; patterns count as medium gray. */
function grayOf(colour: unknown): number {
  const match = typeof colour === 'string' ? /^#(..)(..)(..)/.exec(colour) : null;
  if (!match) return 128;
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((part) => Number.parseInt(part, 16));
  return (77 * red + 150 * green + 29 * blue) >> 8;
}
