// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { fetchPages, goneFrom } from './list-state.ts';

const entry = (id: string, minute: number) => ({ id, createdAt: `2026-05-03T10:${String(minute).padStart(2, '0')}:00.000Z` });
const known = [entry('a', 50), entry('b', 40), entry('c', 30), entry('d', 20), entry('e', 10)];

describe('what a page shows to be gone', () => {
  it('is what it does not name of its own part of the list', () => {
    expect(goneFrom(known, [entry('a', 50), entry('c', 30)], null, false)).toEqual(['b']);
    expect(goneFrom(known, [entry('d', 20)], known[2]!.createdAt, true)).toEqual(['e']);
  });
  it('is nothing of the pages after it', () => expect(goneFrom(known, [entry('a', 50)], null, false)).toEqual([]));
  it('is everything when there is nothing', () => expect(goneFrom(known, [], null, true)).toHaveLength(5));
  it('is not what was made in the same moment as what stands at its edge', () => {
    const twins = [...known, entry('c2', 30)];
    expect(goneFrom(twins, [entry('a', 50), entry('b', 40), entry('c', 30)], null, false)).toEqual([]);
    expect(goneFrom(twins, [entry('d', 20), entry('e', 10)], known[2]!.createdAt, true)).toEqual([]);
  });
});

describe('pages of a list', () => {
  const fetch = async (from: string | null) => {
    const start = Number(from ?? 0);
    return { items: Array.from({ length: 50 }, (_, index) => start + index), lastKey: start + 50 < 1200 ? String(start + 50) : null };
  };
  const portions = async (all: boolean) => {
    const sizes: number[] = [];
    await fetchPages({ from: '50', all, fetch, itemsOf: ({ items }) => items, receive: (items) => sizes.push(items.length) });
    return sizes;
  };
  it('come one by one, or all of them in portions', async () => {
    expect(await portions(false)).toEqual([50]);
    expect(await portions(true)).toEqual([500, 500, 150]);
  });
});
