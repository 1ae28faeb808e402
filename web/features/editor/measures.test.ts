// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { millimetresOf, readNumber, withMillimetres } from './measures.ts';

const a4 = { width: 595.276, height: 841.89 };
const rect = { x: 10, y: 20, width: 30, height: 5 };

describe('millimetres', () => {
  it('match a ruler on the printed page', () => {
    expect([millimetresOf(rect, 'x', a4), millimetresOf(rect, 'y', a4)].map(Math.round)).toEqual([21, 59]);
    expect(withMillimetres(rect, 'width', 105, a4).width).toBeCloseTo(50, 2);
    expect(withMillimetres(rect, 'y', 29.7, a4).y).toBeCloseTo(10, 2);
  });

  it('keep a field on its page and at a minimum size', () => {
    expect(withMillimetres(rect, 'x', 500, a4).x).toBe(70);
    expect(withMillimetres(rect, 'x', -5, a4).x).toBe(0);
    expect(withMillimetres(rect, 'height', 0, a4).height).toBeCloseTo(0.3367, 3);
  });

  it.each([['12', 12], ['12,5', 12.5], ['12.5 mm', 12.5], ['１２', 12], ['.5', 0.5], ['-3', -3], ['', null], ['abc', null], ['1,2,3', null]])('%s is read as %s', (text, expected) => {
    expect(readNumber(text)).toBe(expected);
  });
});
