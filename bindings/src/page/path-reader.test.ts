import { expect, test } from 'vitest';
import { PathReader } from './path-reader.ts';

const [save, restore, transform, stroke, fill, fillColour, constructPath] = [10, 11, 12, 20, 22, 59, 91];
const size = { width: 1000, height: 500 };

/** Reads a page whose origin is at the bottom left. */
function read(...operators: [number, unknown[] | null][]): number[] {
  const reader = new PathReader([1, 0, 0, -1, 0, size.height], size);
  for (const [operator, args] of operators) reader.read(operator, args);
  return reader.numbers.map((number) => Math.round(number * 100) / 100);
}

const path = (paint: number, ...steps: number[]): [number, unknown[]] => [constructPath, [paint, [new Float32Array(steps)], null]];
const square = [0, 100, 100, 1, 120, 100, 1, 120, 120, 1, 100, 120, 4];

test('a stroke is a line, measured from the top of the page', () => {
  expect(read(path(stroke, 0, 100, 50, 1, 400, 50))).toEqual([0, 10, 90, 30, 0, 0.1, 0]);
});

test('four sides are a box, a filled box has its colour, and a curve is neither', () => {
  expect(read(path(stroke, ...square))).toEqual([1, 10, 76, 2, 4, 0.1, 0]);
  expect(read([fillColour, ['#ffffff']], path(fill, ...square))).toEqual([3, 10, 76, 2, 4, 0, 255]);
  expect(read(path(stroke, 0, 0, 0, 2, 5, 5, 10, 5, 20, 0))[0]).toBe(2);
});

test('applies transformations and skips slanted strokes', () => {
  const moved = read([save, null], [transform, [2, 0, 0, 2, 100, 0]], path(stroke, 0, 50, 25, 1, 100, 25), [restore, null], path(stroke, 0, 0, 0, 1, 90, 90));
  expect(moved).toEqual([0, 20, 90, 10, 0, 0.2, 0]);
});

test('ignores paths without points and other operators', () => {
  expect(read([constructPath, [stroke, [null], null]], [transform, ['odd']], [44, null], path(stroke, 7, 1, 1))).toEqual([]);
});
