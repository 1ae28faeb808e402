import { afterEach, expect, test, vi } from 'vitest';
import { Ahead, Refusal } from './ahead.ts';

afterEach(() => vi.useRealTimers());

test('gives an answer once', async () => {
  const ahead = new Ahead();
  ahead.put('a', Promise.resolve(1));
  expect(ahead.take('b')).toBeUndefined();
  expect(await ahead.take('a')).toBe(1);
  expect(ahead.take('a')).toBeUndefined();
});

test('what was wanted before is not asked for ahead any more, as long as the page begins', async () => {
  vi.useFakeTimers();
  const ahead = new Ahead();
  expect(ahead.isTooLate('a')).toBe(false);
  ahead.take('a');
  ahead.put('b', Promise.resolve(1));
  await ahead.take('b');
  expect([ahead.isTooLate('a'), ahead.isTooLate('b')]).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(11_000);
  ahead.take('c');
  expect(ahead.isTooLate('c')).toBe(false);
});

test('tells whoever waits for it when an answer is taken, or has gone, and nobody where there is none', async () => {
  vi.useFakeTimers();
  const ahead = new Ahead();
  const told: string[] = [];
  expect(ahead.whenGone('a', () => told.push('none'))).toBe(false);
  for (const address of ['a', 'b']) {
    ahead.put(address, Promise.resolve(1));
    expect(ahead.whenGone(address, () => told.push(address))).toBe(true);
  }
  await ahead.take('a');
  expect(told).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(told).toEqual(['a', 'b']);
  ahead.take('a');
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual(['a', 'b']);
});

test('a refusal is an answer: nobody asks again', async () => {
  const ahead = new Ahead();
  const refusal = new Refusal(403, {});
  ahead.put('a', Promise.resolve(refusal));
  const told: string[] = [];
  ahead.whenGone('a', () => told.push('a'));
  expect(await ahead.take('a')).toBe(refusal);
  await Promise.resolve();
  expect(told).toEqual([]);
});

test('keeps no failure and nothing that has grown old', async () => {
  vi.useFakeTimers();
  const ahead = new Ahead();
  ahead.put('failed', Promise.reject(new Error('away')));
  ahead.put('old', Promise.resolve(1));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ahead.take('failed')).toBeUndefined();
  ahead.put('new', Promise.resolve(2));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(ahead.take('old')).toBeUndefined();
  expect(await ahead.take('new')).toBe(2);
});

test('a later answer outlives the earlier one of the same question', async () => {
  vi.useFakeTimers();
  const ahead = new Ahead();
  ahead.put('a', Promise.resolve(1));
  await vi.advanceTimersByTimeAsync(9_000);
  ahead.put('a', Promise.resolve(2));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await ahead.take('a')).toBe(2);
});
