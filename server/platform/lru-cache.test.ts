import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

test('what is used stays, and what was not used for longest goes', () => {
  const cache = new LruCache<string, number>(2);
  cache.set('often', 1);
  cache.set('once', 2);
  expect(cache.get('often')).toBe(1);
  cache.set('new', 3);
  expect([cache.get('often'), cache.get('once'), cache.get('new')]).toEqual([1, undefined, 3]);
  cache.delete('new');
  expect(cache.get('new')).toBeUndefined();
});

test('a value that is set again is not counted twice', () => {
  const cache = new LruCache<string, number>(2);
  for (const [key, value] of [['a', 1], ['b', 1], ['a', 2], ['c', 1]] as const) cache.set(key, value);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([2, undefined, 1]);
});
