// @vitest-environment node
import { describe, expect, test } from 'vitest';
import type { Pixels } from './pixel-differences.ts';
import { differentAreas } from './pixel-differences.ts';

function white(width: number, height: number): Pixels {
  return { width, height, data: new Uint8ClampedArray(width * height * 4).fill(255) };
}

function withInk(pixels: Pixels, x: number, y: number, level = 0): Pixels {
  const data = pixels.data.slice();
  data.fill(level, (y * pixels.width + x) * 4, (y * pixels.width + x) * 4 + 3);
  return { ...pixels, data };
}

describe('two images of a page', () => {
  const page = white(80, 160);

  test('have no differences if they are equal', () => {
    expect(differentAreas(page, white(80, 160))).toEqual([]);
  });

  test('differ where one pixel has a different colour', () => {
    expect(differentAreas(page, withInk(page, 20, 50))).toEqual([{ x: 20, y: 30, width: 10, height: 5 }]);
  });

  test('differ where ink was removed as well as where it was added', () => {
    expect(differentAreas(withInk(page, 20, 50), page)).toEqual(differentAreas(page, withInk(page, 20, 50)));
  });

  test('ignore imperceptible differences in shade', () => {
    expect(differentAreas(page, withInk(page, 20, 50, 250))).toEqual([]);
  });

  test('merge adjacent differences into one area and keep distant ones apart', () => {
    const touching = withInk(withInk(page, 7, 7), page.width / 10, 8);
    expect(differentAreas(page, touching)).toEqual([{ x: 0, y: 0, width: 20, height: 10 }]);
    const apart = withInk(withInk(page, 0, 0), 79, 159);
    expect(differentAreas(page, apart)).toEqual([
      { x: 0, y: 0, width: 10, height: 5 },
      { x: 90, y: 95, width: 10, height: 5 },
    ]);
  });

  test('keep areas within a page whose size is not a multiple of the grid', () => {
    const odd = white(81, 83);
    const [area] = differentAreas(odd, withInk(odd, 80, 82));
    expect(area && area.x + area.width).toBeCloseTo(100);
    expect(area && area.y + area.height).toBeCloseTo(100);
  });

  test('differ as a whole if their sizes differ', () => {
    expect(differentAreas(page, white(160, 80))).toEqual([{ x: 0, y: 0, width: 100, height: 100 }]);
  });
});
