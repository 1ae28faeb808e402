import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { openFonts } from './font-files.ts';

const fonts = await openFonts();
const parts = (text: string, language?: string) => fonts.partsOf(text, language).map((part) => [part.text, basename(part.path).replace(/-[^-]+\.ttf$/, '')]);

test('splits a text by font; spaces and marks stay with their text', () => {
  expect(parts('Ada 김')).toEqual([['Ada ', 'noto-sans'], ['김', 'noto-sans-kr']]);
  expect(parts('محمد علي, b')).toEqual([['محمد علي', 'noto-sans-arabic'], [', b', 'noto-sans']]);
  expect(parts('👍🏽 ok')).toEqual([['👍🏽', 'noto-emoji'], [' ok', 'noto-sans']]);
});

test('ideographs alone use the font of the language', () => {
  expect([parts('大'), parts('大', 'ja'), parts('大', 'ko-KR')].map((each) => each[0]?.[1])).toEqual(['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr']);
});

test('leaves out invisible characters and those without a font', () => {
  expect(parts('a\u{feff}\u{12000}b\u{200b}')).toEqual([['ab', 'noto-sans']]);
});
