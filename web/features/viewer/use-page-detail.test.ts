// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { partInSight } from './use-page-detail.ts';

const window = { left: 0, top: 0, right: 1000, bottom: 800 };

describe('the visible part of a page', () => {
  it('is the part in the viewport with a margin', () => {
    const page = { left: -2000, top: -3000, right: 4000, bottom: 5000 };
    expect(partInSight(page, window)).toEqual({ x: 1750, y: 2800, width: 1500, height: 1200 });
  });

  it('ends where the page ends', () => {
    const page = { left: 100, top: 600, right: 900, bottom: 1600 };
    expect(partInSight(page, window)).toEqual({ x: 0, y: 0, width: 800, height: 400 });
  });

  it('is empty when the page is out of view', () => {
    expect(partInSight({ left: 0, top: 2000, right: 100, bottom: 3000 }, window)).toBeNull();
  });
});
