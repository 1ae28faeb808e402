import { describe, expect, test } from 'vitest';
import { graphemesToEmbed, textsToDraw, textsWithoutFont } from './characters.ts';
import { FontStore } from './font-store.ts';

/** A store with small families, and the names of the files that were read. */
function store(fail: (name: string) => boolean = () => false) {
  const indexes: Record<string, unknown> = {
    'index.json': { latin: { 'latin-basic': '20-7e', 'latin-marks': '61-7a,300-36f', 'latin-greek': '370-3ff,1f00-1fff' }, emoji: { 'emoji-0': '1f44d', 'emoji-1': '1f44d,1f3fd,23,20e3' }, 'cjk-sc': 'sc.json', 'cjk-jp': 'jp.json', 'cjk-kr': 'kr.json' },
    'sc.json': { 'sc-1': '4e00-9fff,3041-30ff', 'sc-2': '25cf' },
    'jp.json': { 'jp-1': '4e00-8000,3041-30ff', 'jp-2': '8001-9fff' },
    'kr.json': { 'kr-1': '4e00-9fff,ac00-d7a3' },
  };
  const read: string[] = [];
  const fonts = new FontStore(async (name) => {
    read.push(name);
    if (fail(name)) throw new Error(`${name} is gone`);
    return new TextEncoder().encode(indexes[name] ? JSON.stringify(indexes[name]) : name);
  });
  const names = async (text: string) => (await fonts.fontsFor(graphemesToEmbed([`Ω${text}`]))).map((bytes) => new TextDecoder().decode(bytes)).filter((name) => name !== 'latin-greek.ttf');
  const missing = (text: string) => fonts.missing(graphemesToEmbed([text]));
  return { read, names, missing, fonts };
}

describe('characters that need a font', () => {
  test('are not in Western texts', () => {
    expect(graphemesToEmbed(['Zoë €5 – “yes”', 'two\nlines']).size).toBe(0);
  });

  test('are those of the whole text, letters with their marks', () => {
    expect(graphemesToEmbed(['plain', 'a Ωb\u0331'])).toEqual(new Set(['a', ' ', 'Ω', 'b\u0331']));
  });

  test('do not include invisible ones: joiners, variation selectors, byte order and direction marks, controls', () => {
    expect(graphemesToEmbed(['\u{feff}\u{200e}Ω\u{fe0f}\u{7}\u{200d}\u{200b}\u{e0041}\u{2028}'])).toEqual(new Set(['Ω']));
  });

  test('are taken from the core’s error about missing characters', () => {
    const details = [{ field: 'a', characters: '日本' }, { field: 'b', characters: null }, { field: 'c' }];
    expect(textsWithoutFont({ code: 'pdf_merge_fields_failed', details })).toEqual(['日本']);
    expect(textsWithoutFont(new Error('other'))).toEqual([]);
  });

  test('are searched in values and placed fields, not in pictures', () => {
    expect(textsToDraw('merge', { values: { a: 'x', b: true, c: 'data:image/png;base64,AA==', d: { url: 'y' } } })).toEqual(['x']);
    expect(textsToDraw('placeFields', { fields: [{ field: { value: 'x' } }, { field: { value: null } }] })).toEqual(['x']);
    expect(textsToDraw('verify', { values: { a: 'x' } })).toEqual([]);
  });
});

describe('fonts on demand', () => {
  test('no file is read for no characters', async () => {
    const { read, fonts } = store();
    expect(await fonts.fontsFor(new Set())).toEqual([]);
    expect(await fonts.missing(new Set())).toEqual([]);
    expect(read).toEqual([]);
  });

  test('only files with needed characters are read, once each', async () => {
    const { read, names } = store();
    expect(await names('a')).toEqual(['latin-basic.ttf']);
    expect(await names('b')).toEqual(['latin-basic.ttf']);
    expect(read).toEqual(['index.json', 'latin-basic.ttf', 'latin-greek.ttf']);
  });

  test('ideographs use a Chinese font unless the text has kana or Hangul', async () => {
    expect(await store().names('電子')).toEqual(['sc-1.ttf']);
    expect(await store().names('電子の')).toEqual(['jp-1.ttf', 'jp-2.ttf']);
    expect(await store().names('電子한')).toEqual(['kr-1.ttf']);
  });

  test('the index of a large family is read only if no other font has a character', async () => {
    const { read, missing } = store();
    await missing('👍Ω');
    expect(read).toEqual(['index.json']);
    await missing('●');
    expect(read).toEqual(['index.json', 'sc.json']);
  });

  test('a letter with its mark or an emoji with its modifier comes from one file', async () => {
    expect(await store().names('x\u0331')).toEqual(['latin-marks.ttf']);
    expect(await store().names('👍🏽')).toEqual(['emoji-1.ttf']);
    expect(await store().names('#\u{fe0f}\u{20e3}')).toEqual(['emoji-1.ttf']);
  });

  test('without a file for both, each comes from its own file', async () => {
    expect(await store().names('Ω\u0331')).toEqual(['latin-marks.ttf']);
  });

  test('characters in no font are listed once each and left to the core', async () => {
    const { names, missing, read } = store();
    expect(await missing('a\u{12000}b\u{12000}c\u{e000}')).toEqual(['\u{12000}', '\u{e000}']);
    expect(await missing('Zoë')).toEqual([]);
    expect(read.filter((name) => name.endsWith('.ttf'))).toEqual([]);
    expect(await names('\u{12000}')).toEqual([]);
  });

  test('a failed file is read again', async () => {
    for (const failing of ['index.json', 'latin-basic.ttf', 'sc.json']) {
      let broken = true;
      const { names } = store((name) => broken && name === failing);
      await expect(names('a●')).rejects.toThrow('is gone');
      broken = false;
      expect(await names('a●')).toEqual(['latin-basic.ttf', 'sc-2.ttf']);
    }
  });
});
