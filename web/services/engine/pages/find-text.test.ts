// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { findText, searchable } from './find-text.ts';

const run = (text: string, x: number, y: number) => ({ text, x, y, width: text.length, height: 2, sideways: false });

describe('finding words on a page', () => {
  const text = searchable([run('Between Frau Müller', 10, 5), run('and the', 10, 8), run(' tenant', 17, 8), run('MÜLLER', 50, 8), run('straße', 10, 11)]);

  it('returns the position of each match, ignoring case and accents', () => {
    const found = findText(text, 'muller');
    expect(found).toEqual([[{ x: 23, y: 5, width: 6, height: 2 }], [{ x: 50, y: 8, width: 6, height: 2 }]]);
  });

  it('matches across text runs and line ends', () => {
    expect(findText(text, 'the  tenant')).toEqual([[{ x: 14, y: 8, width: 3, height: 2 }, { x: 17, y: 8, width: 7, height: 2 }]]);
    expect(findText(text, 'Müller and')[0]?.map(({ y }) => y)).toEqual([5, 8]);
    expect(findText(text, 'tenantM')).toEqual([]);
  });

  it('finds nothing for an empty search', () => {
    expect(findText(text, '   ')).toEqual([]);
    expect(findText(searchable([]), 'a')).toEqual([]);
  });

  it('marks the whole of a sideways run', () => {
    const place = { x: 3, y: 20, width: 2, height: 15 };
    expect(findText(searchable([{ text: 'For office use', ...place, sideways: true }]), 'office')).toEqual([[place]]);
  });

  it('keeps positions after ligatures', () => {
    const ligature = searchable([run('ﬁne print', 0, 0)]);
    expect(findText(ligature, 'print')).toEqual([[{ x: 4, y: 0, width: 5, height: 2 }]]);
    expect(findText(ligature, 'fine')[0]?.[0]?.x).toBe(0);
  });
});
