// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { fontsFor } from './handwriting.ts';

describe('handwriting fonts', () => {
  it.each([
    ['Ada Byron', 3],
    ['Zoë Müller-Ångström', 3],
    ['Олена Шевченко', 3],
    ['Αθηνά Παππά', 1],
    ['山田 太郎', 1],
    ['', 3],
  ])('%s can be written in %i fonts', (name, count) => {
    expect(fontsFor(name)).toHaveLength(count);
  });

  it('is the same list for names of the same letters, so that nothing is drawn anew', () => {
    expect(fontsFor('Ada')).toBe(fontsFor(''));
  });
});
