// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mapInSlices } from './slices.ts';

describe('time-sliced work', () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  let now = 0;
  /** Each item takes a millisecond of a clock of its own. */
  const work = (item: number): number => {
    now += 1;
    return item * 2;
  };
  const useOwnClock = () => vi.spyOn(performance, 'now').mockImplementation(() => now);
  afterEach(() => vi.restoreAllMocks());

  it('returns all results in order', async () => {
    useOwnClock();
    expect(await mapInSlices(items, work)).toEqual(items.map((item) => item * 2));
  });

  it('yields after eight milliseconds', async () => {
    useOwnClock();
    const done: number[] = [];
    const turns: number[] = [];
    const watch = setInterval(() => turns.push(done.length), 0);
    await mapInSlices(items, (item) => done.push(work(item)));
    clearInterval(watch);
    expect(turns.length).toBeGreaterThanOrEqual(5);
    expect(turns[0]).toBeLessThanOrEqual(16);
  });

  it('stops when aborted', async () => {
    useOwnClock();
    const controller = new AbortController();
    const done: number[] = [];
    const outcome = mapInSlices(items, (item) => done.push(work(item)), controller.signal);
    controller.abort();
    expect(await outcome).toBeUndefined();
    expect(done.length).toBeLessThan(items.length);
  });
});
