// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { joinedRanges } from './joined-ranges.ts';

const range = (begin: number, end: number) => ({ begin, end });

describe('joined ranges', () => {
  it('are adjacent ranges in any order', () => {
    const joined = joinedRanges([range(30, 40), range(10, 20), range(20, 30), range(60, 70)]);
    expect(joined).toEqual([
      { begin: 10, end: 40, parts: [range(10, 20), range(20, 30), range(30, 40)] },
      { begin: 60, end: 70, parts: [range(60, 70)] },
    ]);
  });

  it('stay within the limit for one request', () => {
    const joined = joinedRanges([0, 10, 20, 30, 40].map((begin) => range(begin, begin + 10)), 25);
    expect(joined.map(({ begin, end }) => [begin, end])).toEqual([[0, 20], [20, 40], [40, 50]]);
    expect(joinedRanges([range(0, 100)], 25)).toEqual([{ begin: 0, end: 100, parts: [range(0, 100)] }]);
  });

  it('keep ranges requested twice', () => {
    expect(joinedRanges([range(0, 10), range(0, 10), range(5, 8)])).toEqual([{ begin: 0, end: 10, parts: [range(0, 10), range(0, 10), range(5, 8)] }]);
    expect(joinedRanges([])).toEqual([]);
  });
});
