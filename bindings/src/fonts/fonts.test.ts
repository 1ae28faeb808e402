import { describe, expect, test } from 'vitest';
import { charactersToEmbed, missingCharacters, textsToDraw } from './characters.ts';
import { FontStore } from './font-store.ts';

const points = (text: string) => new Set([...text].map((character) => character.codePointAt(0) ?? 0));

/** A store of small families, and the names of the files it read. */
function store(fail: (name: string) => boolean = () => false) {
  const index = {
    latin: { 'latin-basic': '20-7e', 'latin-greek': '370-3ff,1f00-1fff' },
    'cjk-sc': { 'sc-1': '4e00-9fff,3041-30ff' },
    'cjk-jp': { 'jp-1': '4e00-8000,3041-30ff', 'jp-2': '8001-9fff' },
  };
  const read: string[] = [];
  const fonts = new FontStore(async (name) => {
    read.push(name);
    if (fail(name)) throw new Error(`${name} is gone`);
    return new TextEncoder().encode(name === 'index.json' ? JSON.stringify(index) : name);
  });
  const names = async (text: string) => (await fonts.fontsFor(points(text))).map((bytes) => new TextDecoder().decode(bytes));
  return { read, names };
}

describe('characters that need a font', () => {
  test('western texts need none', () => {
    expect(charactersToEmbed(['Zoë €5 – “yes”', 'two\nlines']).size).toBe(0);
  });

  test('a text with others is set as a whole', () => {
    expect(charactersToEmbed(['plain', 'a Ω'])).toEqual(points('a Ω'));
  });

  test('are known from what the core could not show', () => {
    const details = [{ field: 'a', characters: '日本' }, { field: 'b', characters: null }, { field: 'c' }];
    expect(missingCharacters({ code: 'pdf_merge_fields_failed', details })).toEqual(points('日本'));
    expect(missingCharacters(new Error('other')).size).toBe(0);
  });

  test('are looked for in values and in placed fields, not in pictures', () => {
    expect(textsToDraw('merge', { values: { a: 'x', b: true, c: 'data:image/png;base64,AA==', d: { url: 'y' } } })).toEqual(['x']);
    expect(textsToDraw('placeFields', { fields: [{ field: { value: 'x' } }, { field: { value: null } }] })).toEqual(['x']);
    expect(textsToDraw('verify', { values: { a: 'x' } })).toEqual([]);
  });
});

describe('fonts on demand', () => {
  test('nothing is read for nothing', async () => {
    const { read, names } = store();
    expect(await names('')).toEqual([]);
    expect(read).toEqual([]);
  });

  test('only the files whose characters are needed are read, once', async () => {
    const { read, names } = store();
    expect(await names('a Ω')).toEqual(['latin-basic.ttf', 'latin-greek.ttf']);
    expect(await names('Ω')).toEqual(['latin-greek.ttf']);
    expect(read).toEqual(['index.json', 'latin-basic.ttf', 'latin-greek.ttf']);
  });

  test('ideographs are Chinese unless kana say Japanese', async () => {
    const { names } = store();
    expect(await names('電子')).toEqual(['sc-1.ttf']);
    expect(await names('電子の')).toEqual(['jp-1.ttf', 'jp-2.ttf']);
  });

  test('what nobody has is left to the core, which names it', async () => {
    expect(await store().names('\u{12000}')).toEqual([]);
  });

  test('a file that failed is read again', async () => {
    let broken = true;
    for (const failing of ['index.json', 'latin-basic.ttf']) {
      broken = true;
      const { names } = store((name) => broken && name === failing);
      await expect(names('a')).rejects.toThrow('is gone');
      broken = false;
      expect(await names('a')).toEqual(['latin-basic.ttf']);
    }
  });
});
