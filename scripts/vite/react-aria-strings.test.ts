import { expect, test } from 'vitest';
import { missingStrings, reactAriaStrings, standInFor } from './react-aria-strings.ts';

test('React Aria has strings for every language of the app', () => {
  expect(missingStrings()).toEqual([]);
});

test('reports each folder that lacks a language', () => {
  expect(missingStrings(undefined, ['ga-IE'])[0]).toMatch(/^ga-IE in react-aria/);
});

test.each([
  ['ja-JP', 'ja-JP'],
  ['zh-TW', 'zh-CN'],
  ['fr-CA', 'fr-FR'],
  ['pt-BR', 'en-US'],
])('the strings of %s are those of %s', (locale, expected) => {
  expect(standInFor(locale)).toBe(expected);
});

test('a component gets the strings of its language only', async () => {
  const { load } = reactAriaStrings() as unknown as { load: (id: string) => Promise<string | { code: string } | null> };
  expect(await load('/x/node_modules/react-aria/dist/private/intl/menu/fr-FR.mjs')).toContain('stringsOf("react-aria/dist/private/intl/menu", "fr-FR")');
  expect(await load('/x/node_modules/react-aria/dist/private/intl/menu/pt-BR.mjs')).toContain('"en-US"');
  const french = (await load('\0react-aria-strings:fr')) as { code: string };
  expect(french.code).toContain('Object.assign(stringsOf("react-aria/dist/private/intl/menu", "fr-FR")');
  expect(french.code).not.toContain('de-DE');
});
