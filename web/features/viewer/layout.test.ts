// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  deviceWidth,
  layoutPages,
  nextZoom,
  pageInView,
  pagesBetween,
  scaleFor,
  scrollAfterZoom,
} from './layout.ts';

const sheet = { width: 600, height: 800 };
const layout = layoutPages(Array.from({ length: 1000 }, () => sheet), 1);

describe('page layout', () => {
  it('stacks pages with a gap', () => {
    expect(layout.pages[1]).toEqual({ number: 2, top: 832, width: 600, height: 800 });
    expect(layout.height).toBe(1000 * 816 + 16);
  });

  it('finds only the pages near the viewport', () => {
    const near = pagesBetween(layout, 816 * 500, 816 * 501);
    expect(near.map((page) => page.number)).toEqual([500, 501]);
    expect(pageInView(layout, 0, 900)).toBe(1);
    expect(pageInView(layout, layout.height, 900)).toBe(1000);
  });

  it('fits the width and steps through zooms', () => {
    expect(scaleFor([sheet], 300, 'fit')).toBe(0.5);
    expect(scaleFor([sheet], 300, 1)).toBeCloseTo(4 / 3);
    expect(nextZoom(1, 1)).toBe(1.25);
    expect(nextZoom(0.25, -1)).toBe(0.25);
    expect(nextZoom(6, 1)).toBe(8);
    expect(nextZoom(8, 1)).toBe(8);
    expect(scaleFor([sheet], 300, 20)).toBeCloseTo((8 * 96) / 72);
  });

  it('keeps the point under the pointer and the canvas in bounds', () => {
    expect(scrollAfterZoom(100, 50, 1, 2)).toBe(250);
    expect(deviceWidth(sheet, 2)).toBe(1200);
    expect(deviceWidth({ width: 6000, height: 8000 }, 3)).toBeLessThan(6000);
  });
});
