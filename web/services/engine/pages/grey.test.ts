// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { greyOf } from './grey.ts';

describe('greyOf', () => {
  it('keeps white and black, and weighs green most', () => {
    const rgba = new Uint8ClampedArray([
      255, 255, 255, 255, 0, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255,
    ]);
    const grey = greyOf(rgba);
    expect([grey[0], grey[1]]).toEqual([255, 0]);
    expect(grey[2]).toBeGreaterThan(grey[3] ?? 255);
  });
});
