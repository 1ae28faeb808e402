// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { nextHit, pagesFrom } from './use-find.ts';

describe('searching a document', () => {
  it('starts at the visible page and wraps around once', () => {
    expect([...pagesFrom(3, 5)]).toEqual([3, 4, 5, 1, 2]);
    expect([...pagesFrom(1, 1)]).toEqual([1]);
  });

  it('steps through the matches in order and wraps around', () => {
    const hits = [1, 1, 4].map((page) => ({ page, places: [] }));
    const [first, second, third] = hits;
    expect(nextHit(hits, null, 1)).toBe(first);
    expect(nextHit(hits, null, -1)).toBe(third);
    expect(nextHit(hits, first ?? null, 1)).toBe(second);
    expect(nextHit(hits, third ?? null, 1)).toBe(first);
    expect(nextHit(hits, first ?? null, -1)).toBe(third);
    expect(nextHit([], null, 1)).toBeNull();
  });
});
