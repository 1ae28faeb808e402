// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { fetchPages, goneFrom, reachedBy } from './list-state.ts';

const entry = (id: string, minute: number) => ({ id, createdAt: `2026-05-03T10:${String(minute).padStart(2, '0')}:00.000Z` });
const known = [entry('a', 50), entry('b', 40), entry('c', 30), entry('d', 20), entry('e', 10)];

describe('entries that a page proves removed', () => {
  it('are those missing from its range of the list', () => {
    expect(goneFrom(known, [entry('a', 50), entry('c', 30)], null, false)).toEqual(['b']);
    expect(goneFrom(known, [entry('d', 20)], known[2]!.createdAt, true)).toEqual(['e']);
  });
  it('do not include those of later pages', () => expect(goneFrom(known, [entry('a', 50)], null, false)).toEqual([]));
  it('are all entries when the list is empty', () => expect(goneFrom(known, [], null, true)).toHaveLength(5));
  it('do not include those created at the same time as the entry at its edge', () => {
    const twins = [...known, entry('c2', 30)];
    expect(goneFrom(twins, [entry('a', 50), entry('b', 40), entry('c', 30)], null, false)).toEqual([]);
    expect(goneFrom(twins, [entry('d', 20), entry('e', 10)], known[2]!.createdAt, true)).toEqual([]);
  });
});

describe('pages of a list', () => {
  const fetch = async (from: string | null) => {
    const start = Number(from ?? 0);
    return { items: Array.from({ length: 50 }, (_, index) => ({ id: String(start + index), createdAt: String(start + index) })), lastKey: start + 50 < 1200 ? String(start + 50) : null };
  };
  const portions = async (all: boolean) => {
    const sizes: unknown[] = [];
    await fetchPages({ from: '50', after: '49', all, fetch, itemsOf: ({ items }) => items, receive: (items, _, after) => sizes.push([items.length, after]) });
    return sizes;
  };
  it('are fetched one by one, or all in batches', async () => {
    expect(await portions(false)).toEqual([[50, '49']]);
    expect(await portions(true)).toEqual([[500, '49'], [500, '549'], [150, '1049']]);
  });
});

describe('the fetched range of a list', () => {
  const whole = { allFetched: true, lastKey: null, reached: known.at(-1)!.createdAt, entities: Object.fromEntries(known.map((each) => [each.id, each])) };
  it('is kept when a new first page overlaps it', () => {
    expect(reachedBy(whole, { items: [entry('new', 55), entry('a', 50)], lastKey: 'a', first: true })).toMatchObject({ allFetched: true, lastKey: null });
  });
  it('starts again when entries may be missing between', () => {
    expect(reachedBy(whole, { items: [entry('new', 59), entry('newer', 58)], lastKey: 'newer', first: true })).toMatchObject({ allFetched: false, lastKey: 'newer' });
  });
});
