// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { lettersOf } from '../../../scripts/vite/hands.ts';
import { alphabetic } from './hands.ts';
import { handsFor } from './handwriting.ts';

const packageOf = (family: string): string => family.toLowerCase().replaceAll(' ', '-');

describe('the hands a name is offered in', () => {
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
  ])('%s: %s is offered in %i, of which each has all its letters', async (language, name, count) => {
    const hands = await handsFor(name, language);
    expect(hands).toHaveLength(count);
    for (const { family } of hands) {
      const letters = await lettersOf(packageOf(family));
      expect([...name].filter((letter) => letter !== ' ' && !letters.has(letter.codePointAt(0) ?? 0)), family).toEqual([]);
    }
  });

  it('takes a letter with its accent apart for the one letter it is', async () => {
    expect(await handsFor('Zoe\u0308', 'de')).toEqual(await handsFor('Zoë', 'de'));
  });

  it('leaves out the hands that lack a letter of the name', async () => {
    expect((await handsFor('王玥', 'zh')).map(({ family }) => family)).toEqual(['LXGW WenKai TC']);
    expect((await handsFor('Nguyễn', 'en')).map(({ family }) => family)).not.toContain('Caveat');
  });

  it('writes characters alone as the language of the person does', async () => {
    expect((await handsFor('山田', 'ja'))[0]?.family).toBe('Yuji Boku');
    expect((await handsFor('山田', 'zh'))[0]?.family).toBe('Ma Shan Zheng');
  });

  it('does without a hand that can’t be had, and asks for it again the next time', async () => {
    const [first] = alphabetic;
    vi.resetModules();
    const anew = await import('./handwriting.ts');
    const hands = await import('./hands.ts');
    const away = vi.spyOn(hands.alphabetic[0], 'letters').mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect((await anew.handsFor('Ada Byron', 'en')).map(({ family }) => family)).not.toContain(first.family);
    expect((await anew.handsFor('Ada Byron', 'en')).map(({ family }) => family)).toContain(first.family);
    away.mockRestore();
  });

  it('leaves a script that none of ours has to the device', async () => {
    expect((await handsFor('தமிழ்', 'en')).map(({ family }) => family)).toEqual(['cursive']);
  });
});
