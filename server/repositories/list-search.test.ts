/** How much of a list a search reads before it decides how to go on. */
import { expect, test } from 'vitest';
import { chooseSearch, type SearchCriteria } from './list-search.ts';

const criteria: SearchCriteria = { terms: ['lease'], labels: [], person: [], period: { from: '', before: '' } };

/** Of a list in which every n-th row matches; the first one after `from` rows. */
async function choiceIn(rows: number, { every, from = 0 }: { every: number; from?: number }): Promise<{ by: string; scans: number[] }> {
  const scans: number[] = [];
  const { by } = await chooseSearch(criteria, 51, async (size) => {
    scans.push(size);
    const seen = Math.min(size, rows);
    return { size: seen, ids: Array.from({ length: seen }, (_, row) => row).filter((row) => row >= from && row % every === every - 1).map(String).slice(0, 51) };
  });
  return { by, scans };
}

test.each([
  ['a list without a match, or with rare ones, is glanced at, and the index asked', 100_000, { every: 1e9 }, 'index', [250]],
  ['a short list is read, and nothing else', 200, { every: 7 }, 'ids', [200]],
  ['a term of every row is found at a glance', 100_000, { every: 1 }, 'ids', [250]],
  ['a frequent one among the first rows', 100_000, { every: 15 }, 'ids', [250, 1000]],
  ['a less frequent one in a longer scan', 100_000, { every: 50 }, 'ids', [250, 1000, 3315]],
  ['one with few matches among the first rows by the index', 100_000, { every: 240 }, 'index', [250, 1000]],
])('%s', async (_, rows, matches, by, scans) => {
  const found = await choiceIn(rows, matches);
  expect({ ...found, scans: found.scans.map((size) => Math.min(size, rows)) }).toEqual({ by, scans });
});
