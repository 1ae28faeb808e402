/** A transformation matrix in PDF notation: [a b c d e f]. */
export type Matrix = readonly [number, number, number, number, number, number];
/** A point, in the unit that the matrix defines. */
export type Point = readonly [x: number, y: number];

/** Returns the matrix that applies `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [A, B, C, D, E, F] = inner;
  return [a * A + c * B, b * A + d * B, a * C + c * D, b * C + d * D, a * E + c * F + e, b * E + d * F + f];
}

/** Transforms a point: [x y 1] times the matrix (ISO 32000-2, 8.3.4). */
export const apply = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Point => [a * x + c * y + e, b * x + d * y + f];

/** Returns the scale factor of the matrix. */
export const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c));
