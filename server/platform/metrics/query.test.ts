import { expect, test, vi } from 'vitest';
import { remembered } from './query.ts';

test('rows are read again only when they are old, or were none', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const query = vi.fn<() => Promise<number[]>>().mockResolvedValueOnce([]).mockResolvedValueOnce([1]).mockResolvedValue([2]);
  const read = remembered(1000, query);
  expect([await read(), await read(), await read()]).toEqual([[], [1], [1]]);
  now = 999;
  expect(await read()).toEqual([1]);
  now = 1000;
  expect([await read(), await read()]).toEqual([[2], [2]]);
  vi.restoreAllMocks();
});
