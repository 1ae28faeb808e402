/** A transformation as PDF writes it: [a b c d e f]. */
export type Matrix = readonly [number, number, number, number, number, number];
/** A place; in which units is what the matrix says. */
export type Point = readonly [x: number, y: number];

/** First `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [A, B, C, D, E, F] = inner;
  return [a * A + c * B, b * A + d * B, a * C + c * D, b * C + d * D, a * E + c * F + e, b * E + d * F + f];
}

/** Where a place lands: [x y 1] times the matrix (ISO 32000-2, 8.3.4). */
export const apply = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Point => [a * x + c * y + e, b * x + d * y + f];

/** How much longer lines become. */
export const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c));
