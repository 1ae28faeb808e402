import { expect, test } from 'vitest';
import { planConcatenation, type Source, type Step } from './s3-concatenation.ts';

const mebi = 1024 ** 2;
const parts = (...sizes: number[]) => sizes.map((size, index) => ({ ref: `part${index}`, size }));
const sourcesOf = (step: Step): readonly Source[] => ('copy' in step ? [step.copy] : step.send);
const sizeOf = (step: Step): number => sourcesOf(step).reduce((sum, { range }) => sum + range.last - range.first + 1, 0);
const kinds = (steps: readonly Step[] | null) => steps?.map((step) => `${'copy' in step ? 'copy' : 'send'} ${sizeOf(step)}`) ?? null;

test('a large base is copied; the tails after it are sent together', () => {
  expect(kinds(planConcatenation(parts(49 * mebi, 20_000, 30_000, 10)))).toEqual([`copy ${49 * mebi}`, 'send 50010']);
});

test('small parts between large ones take what they lack from the next', () => {
  expect(kinds(planConcatenation(parts(6 * mebi, 1000, 20 * mebi, 7)))).toEqual([`copy ${6 * mebi}`, `send ${5 * mebi}`, `copy ${15 * mebi + 1000}`, 'send 7']);
});

test('a part that would become too small by that is sent as a whole', () => {
  expect(kinds(planConcatenation(parts(1000, 6 * mebi, 20 * mebi)))).toEqual([`send ${6 * mebi + 1000}`, `copy ${20 * mebi}`]);
});

test('many small parts are sent in several portions, so that none takes much memory', () => {
  expect(kinds(planConcatenation(parts(20 * mebi, ...Array.from({ length: 7 }, () => 4 * mebi))))).toEqual([`copy ${20 * mebi}`, ...Array.from({ length: 3 }, () => `send ${8 * mebi}`), `send ${4 * mebi}`]);
});

test('an object of the smallest size is sent: no range of it can be copied', () => {
  expect(kinds(planConcatenation(parts(6 * mebi, 5 * mebi, 6 * mebi)))).toEqual([`copy ${6 * mebi}`, `send ${5 * mebi}`, `copy ${6 * mebi}`]);
});

test('nothing to copy, or too much for one request', () => {
  expect(planConcatenation(parts(4 * mebi, 20_000))).toBeNull();
  expect(planConcatenation(parts(5 * 1024 * mebi + 1))).toBeNull();
  expect(planConcatenation([])).toBeNull();
});

test('whatever the sizes: every byte once and in order, and only the last part is small', () => {
  let state = 7;
  const below = (count: number): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % count;
  for (let round = 0; round < 500; round += 1) {
    const given = parts(...Array.from({ length: 1 + below(8) }, () => [0, below(3000), 5 * mebi - 1 + below(3), below(12 * mebi), 10 * mebi][below(5)]!));
    const steps = planConcatenation(given);
    if (steps === null) {
      expect(Math.max(...given.map(({ size }) => size))).toBeLessThan(10 * mebi);
      continue;
    }
    expect(steps.slice(0, -1).every((step) => sizeOf(step) >= 5 * mebi)).toBe(true);
    expect(steps.every((step) => 'copy' in step || sizeOf(step) <= 10 * mebi)).toBe(true);
    let [ref, next] = [-1, 0];
    for (const source of steps.flatMap(sourcesOf)) {
      const index = Number(source.ref.slice(4));
      if (index !== ref) {
        if (ref >= 0) expect(next).toBe(given[ref]!.size);
        expect(given.slice(ref + 1, index).every(({ size }) => size === 0)).toBe(true);
        [ref, next] = [index, 0];
      }
      expect(source.range.first).toBe(next);
      next = source.range.last + 1;
    }
    expect(steps.reduce((sum, step) => sum + sizeOf(step), 0)).toBe(given.reduce((sum, { size }) => sum + size, 0));
  }
});
