// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { laneCount, pageQueue } from './detection.service.ts';

describe('the pages to search', () => {
  it('come in order, each once, without those already searched', () => {
    const next = pageQueue(6, new Set([1, 2, 5]));
    expect([next(), next(), next(), next(), next()]).toEqual([3, 4, 6, null, null]);
  });

  it('are distributed among the available workers', () => {
    expect(laneCount(300, 2)).toBe(1);
    expect(laneCount(300, 4)).toBe(3);
    expect(laneCount(300, 16)).toBe(4);
    expect(laneCount(2, 16)).toBe(2);
    expect(laneCount(300, 1)).toBe(1);
  });
});
