// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { lettersOf as readLetters } from '../../../scripts/vite/handwriting-fonts.ts';
import { alphabetic } from './handwriting-fonts.ts';
import { fontsFor } from './handwriting.ts';

const packageOf = (family: string): string => family.toLowerCase().replaceAll(' ', '-');

/** Each font is unpacked once: those of Han characters take a second. */
const known = new Map<string, ReturnType<typeof readLetters>>();
function lettersOf(font: string): ReturnType<typeof readLetters> {
  const letters = known.get(font) ?? readLetters(font);
  known.set(font, letters);
  return letters;
}

describe('fontsFor', () => {
  it.each([
    ['en', 'Ada Byron', 4],
    ['de', 'Zoë Müller-Ångström', 4],
    ['fi', 'Äiti Öhman', 4],
    ['es', 'Íñigo Núñez', 4],
    ['fr', 'Noémie Œuvrard', 4],
    ['tr', 'Işıl Çağrı Gülşah İnönü', 4],
    ['en', 'Łukasz Żółkiewski', 4],
    ['en', 'Jiří Dvořák', 4],
    ['en', 'Nguyễn Thị Hương', 4],
    ['uk', 'Олена Ґжицька-Їжакевич', 4],
    ['el', 'Αθηνά Παππά', 3],
    ['el', 'Ιωάννης Ταΐρης Αΰδης', 3],
    ['zh', '王秀英', 4],
    ['zh', '欧阳震华', 4],
    ['ja', '山田 太郎', 4],
    ['ja', '渡邊 さくら', 4],
    ['ja', '佐々木 アイコ', 4],
    ['ja', '髙橋', 4],
    ['en', '김철수', 2],
    ['en', 'محمد علي', 2],
    ['en', 'שלום עולם', 2],
    ['en', 'สมชาย ใจดี', 2],
    ['en', 'राजेश कुमार', 1],
  ])('%s: %s is offered in %i fonts, each with all letters of the name', async (language, name, count) => {
    const fonts = await fontsFor(name, language);
    expect(fonts).toHaveLength(count);
    for (const { family } of fonts) {
      const letters = await lettersOf(packageOf(family));
      expect([...name].filter((letter) => letter !== ' ' && !letters.has(letter.codePointAt(0) ?? 0)), family).toEqual([]);
    }
  });

  it('treats a decomposed letter like its composed form', async () => {
    expect(await fontsFor('Zoe\u0308', 'de')).toEqual(await fontsFor('Zoë', 'de'));
  });

  it('leaves out fonts that lack a letter of the name', async () => {
    expect((await fontsFor('王玥', 'zh')).map(({ family }) => family)).toEqual(['LXGW WenKai TC']);
    expect((await fontsFor('Nguyễn', 'en')).map(({ family }) => family)).not.toContain('Caveat');
  });

  it('orders fonts for Han characters by the language of the person', async () => {
    expect((await fontsFor('山田', 'ja'))[0]?.family).toBe('Yuji Boku');
    expect((await fontsFor('山田', 'zh'))[0]?.family).toBe('Ma Shan Zheng');
  });

  it('leaves out a font that fails to load, and tries it again on the next call', async () => {
    const [first] = alphabetic;
    vi.resetModules();
    const anew = await import('./handwriting.ts');
    const fonts = await import('./handwriting-fonts.ts');
    const away = vi.spyOn(fonts.alphabetic[0], 'letters').mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect((await anew.fontsFor('Ada Byron', 'en')).map(({ family }) => family)).not.toContain(first.family);
    expect((await anew.fontsFor('Ada Byron', 'en')).map(({ family }) => family)).toContain(first.family);
    away.mockRestore();
  });

  it('falls back to the font of the device for a script that no font covers', async () => {
    expect((await fontsFor('தமிழ்', 'en')).map(({ family }) => family)).toEqual(['cursive']);
  });
});
