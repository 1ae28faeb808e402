import { expect, test } from 'vitest';
import type { Counts } from './instruction-counts.ts';
import { compare, inWords, problemOf } from './instruction-counts.ts';

const recorded = { fill: 100_000_000, place: 50_000_000 };
const problem = (counts: Counts): string | undefined => problemOf(compare(counts, recorded));

test('counts as recorded, fewer, or up to five percent more are no problem', () => {
  expect(problem(recorded)).toBeUndefined();
  expect(problem({ fill: 10_000_000, place: 52_500_000 })).toBeUndefined();
});

test('each operation that grew by more is named, and no other', () => {
  expect(problem({ fill: 105_000_001, place: 50_000_000 })).toBe('More than 5 % more instructions than recorded: fill.');
  expect(problem({ fill: 200_000_000, place: 60_000_000 })).toContain('fill, place');
});

test('what nobody recorded is told: it would never be compared', () => {
  expect(problem({ ...recorded, flatten: 1 })).toBe('Not recorded: flatten.');
});

test('a comparison is told in millions and percent', () => {
  expect(compare({ fill: 97_000_000, place: 50_500_000, flatten: 1_000_000 }, recorded).map(inWords)).toEqual([
    'fill: 97.0 million instructions, -3.0 %',
    'place: 50.5 million instructions, +1.0 %',
    'flatten: 1.0 million instructions, not recorded',
  ]);
});
