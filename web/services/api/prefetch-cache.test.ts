import { afterEach, expect, test, vi } from 'vitest';
import { PrefetchCache, Refusal } from './prefetch-cache.ts';

afterEach(() => vi.useRealTimers());

test('returns each entry once', async () => {
  const cache = new PrefetchCache();
  cache.put('a', Promise.resolve(1));
  expect(cache.take('b')).toBeUndefined();
  expect(await cache.take('a')).toBe(1);
  expect(cache.take('a')).toBeUndefined();
});

test('remembers misses while the page loads, so that nothing is requested twice', async () => {
  vi.useFakeTimers();
  const cache = new PrefetchCache();
  expect(cache.wasMissed('a')).toBe(false);
  cache.take('a');
  cache.put('b', Promise.resolve(1));
  await cache.take('b');
  expect([cache.wasMissed('a'), cache.wasMissed('b')]).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(11_000);
  cache.take('c');
  expect(cache.wasMissed('c')).toBe(false);
});

test('calls back when an entry is taken or expires, and never without an entry', async () => {
  vi.useFakeTimers();
  const cache = new PrefetchCache();
  const removed: string[] = [];
  expect(cache.onRemoved('a', () => removed.push('none'))).toBe(false);
  for (const address of ['a', 'b']) {
    cache.put(address, Promise.resolve(1));
    expect(cache.onRemoved(address, () => removed.push(address))).toBe(true);
  }
  await cache.take('a');
  expect(removed).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(removed).toEqual(['a', 'b']);
  cache.take('a');
  await vi.advanceTimersByTimeAsync(1);
  expect(removed).toEqual(['a', 'b']);
});

test('keeps a refusal, so that nothing is requested again', async () => {
  const cache = new PrefetchCache();
  const refusal = new Refusal(403, {});
  cache.put('a', Promise.resolve(refusal));
  const removed: string[] = [];
  cache.onRemoved('a', () => removed.push('a'));
  expect(await cache.take('a')).toBe(refusal);
  await Promise.resolve();
  expect(removed).toEqual([]);
});

test('drops failed and expired entries', async () => {
  vi.useFakeTimers();
  const cache = new PrefetchCache();
  cache.put('failed', Promise.reject(new Error('away')));
  cache.put('old', Promise.resolve(1));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(cache.take('failed')).toBeUndefined();
  cache.put('new', Promise.resolve(2));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(cache.take('old')).toBeUndefined();
  expect(await cache.take('new')).toBe(2);
});

test('a later entry for the same address outlives the earlier one', async () => {
  vi.useFakeTimers();
  const cache = new PrefetchCache();
  cache.put('a', Promise.resolve(1));
  await vi.advanceTimersByTimeAsync(9_000);
  cache.put('a', Promise.resolve(2));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await cache.take('a')).toBe(2);
});
