// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  between,
  commonMove,
  isRectChanged,
  keepOnPage,
  moveRect,
  resizeRect,
  sharedPart,
  toPercent,
  toPixels,
} from './geometry.ts';

const page = { width: 600, height: 800 };
const rect = { x: 10, y: 20, width: 30, height: 5 };

describe('field geometry', () => {
  it('turns pixels into percentages with four decimals and back', () => {
    const percent = toPercent({ x: 100, y: 100, width: 50, height: 20 }, page);
    expect(percent).toEqual({ x: 16.6667, y: 12.5, width: 8.3333, height: 2.5 });
    expect(toPixels(percent, page).x).toBeCloseTo(100, 2);
  });

  it.each([
    ['0.4 pixels to the right', { ...rect, x: rect.x + 40 / page.width }, false],
    ['0.6 pixels to the right', { ...rect, x: rect.x + 60 / page.width }, true],
    ['0.6 pixels lower', { ...rect, height: rect.height - 60 / page.height }, true],
  ])('half a pixel is the least that counts as a change: %s', (_, after, isChange) => expect(isRectChanged(rect, after, page)).toBe(isChange));

  it('never lets a field leave the page', () => {
    expect(moveRect(rect, { x: 500, y: -500 })).toEqual({ x: 70, y: 0, width: 30, height: 5 });
    expect(keepOnPage({ x: -5, y: 98, width: 120, height: 5 })).toEqual({
      x: 0,
      y: 95,
      width: 100,
      height: 5,
    });
  });

  it('moves several fields together and stops them all at the first edge', () => {
    const others = [rect, { ...rect, x: 65 }];
    expect(commonMove(others, { x: 50, y: 1 })).toEqual({ x: 5, y: 1 });
  });

  it('resizes from each side while the opposite edge stays', () => {
    const smallest = { width: 1, height: 1 };
    const wider = resizeRect(rect, 'e', { x: 10, y: 99 }, smallest);
    expect(wider).toEqual({ x: 10, y: 20, width: 40, height: 5 });
    const fromCorner = resizeRect(rect, 'nw', { x: 100, y: 100 }, smallest);
    expect(fromCorner).toEqual({ x: 39, y: 24, width: 1, height: 1 });
  });

  it('measures overlap by the smaller rectangle and draws between two points', () => {
    expect(sharedPart(rect, { x: 10, y: 20, width: 15, height: 5 })).toBe(1);
    expect(sharedPart(rect, { x: 50, y: 50, width: 15, height: 5 })).toBe(0);
    expect(between({ x: 9, y: 1 }, { x: 2, y: 4 })).toEqual({ x: 2, y: 1, width: 7, height: 3 });
  });
});
