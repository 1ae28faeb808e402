import { expect, test } from 'vitest';
import { createBatchLoader } from './batch-loader.ts';

test('combines calls of the same tick into one query, each with its own result', async () => {
  const batches: (readonly string[])[] = [];
  const find = createBatchLoader(async (keys) => {
    batches.push(keys);
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()]));
  });
  expect(await Promise.all(['ada', 'bea', 'nobody', 'ada'].map(find))).toEqual(['ADA', 'BEA', undefined, 'ADA']);
  expect(batches).toEqual([['ada', 'bea', 'nobody']]);
});

test('does not return a row deleted before the call, even if another batch is running', async () => {
  const valid = new Set(['token']);
  const answers: (() => void)[] = [];
  const find = createBatchLoader((keys) => {
    const found = new Map(keys.filter((key) => valid.has(key)).map((key) => [key, true]));
    return new Promise<ReadonlyMap<string, boolean>>((resolve) => answers.push(() => resolve(found)));
  });
  const before = find('token');
  await expect.poll(() => answers.length).toBe(1);
  valid.delete('token');
  const after = find('token');
  await expect.poll(() => answers.length).toBe(2);
  for (const answer of answers) answer();
  expect([await before, await after]).toEqual([true, undefined]);
});

test('a failed query rejects its own callers only', async () => {
  let away = true;
  const find = createBatchLoader(async (keys) => {
    if (away) throw new Error('away');
    return new Map(keys.map((key) => [key, 1]));
  });
  const results = await Promise.allSettled([find('a'), find('b')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  away = false;
  expect(await Promise.all(['a', 'b', 'c'].map(find))).toEqual([1, 1, 1]);
});

test('hanging queries delay the next ones only until one of them ends', async () => {
  const ends: (() => void)[] = [];
  const find = createBatchLoader((keys) => new Promise<ReadonlyMap<string, string>>((resolve) => ends.push(() => resolve(new Map(keys.map((key) => [key, key]))))));
  const first = find('first');
  await expect.poll(() => ends.length).toBe(1);
  const second = find('second');
  await expect.poll(() => ends.length).toBe(2);
  const [third, fourth] = [find('third'), find('fourth')];
  ends[1]?.();
  expect(await second).toBe('second');
  await expect.poll(() => ends.length).toBe(3);
  ends[2]?.();
  expect(await Promise.all([third, fourth])).toEqual(['third', 'fourth']);
  ends[0]?.();
  expect(await first).toBe('first');
});
