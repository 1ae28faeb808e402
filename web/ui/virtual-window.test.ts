// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { offsetsOf, windowOf } from './virtual-window.ts';

describe('the window of a virtual list', () => {
  const even = offsetsOf(10_000, () => 50);

  it('contains the visible rows and some around them', () => {
    expect(windowOf(even, 5000, 5700, 3)).toEqual({ start: 97, end: 118, before: 4850, after: 500_000 - 5900 });
  });
  it('starts at the first row and ends at the last', () => {
    expect(windowOf(even, -40, 600, 5)).toMatchObject({ start: 0, before: 0 });
    expect(windowOf(even, 499_800, 500_900, 5)).toMatchObject({ end: 10_000, after: 0 });
  });
  it('uses the measured heights of rows', () => {
    const offsets = offsetsOf(4, (index) => [10, 100, 20, 30][index] ?? 0);
    expect([...offsets]).toEqual([0, 10, 110, 130, 160]);
    expect(windowOf(offsets, 15, 109, 0)).toEqual({ start: 1, end: 2, before: 10, after: 50 });
  });
  it('is empty for an empty list', () => {
    expect(windowOf(offsetsOf(0, () => 50), 0, 900, 5)).toEqual({ start: 0, end: 0, before: 0, after: 0 });
  });
});
