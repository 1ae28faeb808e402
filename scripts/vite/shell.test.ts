import { expect, test } from 'vitest';
import { locales } from '../../contract/languages.ts';
import { shell } from './shell.ts';

const page = (): string => {
  const { transformIndexHtml } = shell() as unknown as { transformIndexHtml: { handler: (html: string) => string } };
  return transformIndexHtml.handler('<html><head></head><body><div id="root"></div></body></html>');
};

test('before scripts run, the page has both themes and the logo', () => {
  const html = page();
  expect(html).toMatch(/<style>.*--color-page:#ffffff.*prefers-color-scheme:dark.*--color-page:#32383d.*<\/style><\/head>/);
  expect(html).toMatch(/<div id="root"><\/div><div id="shell" aria-hidden="true"><svg/);
});

test('without scripts the page says so in every language', () => {
  const [, words = ''] = /<noscript>(.*)<\/noscript>/.exec(page()) ?? [];
  expect([...words.matchAll(/<p lang="(\w+)">[^<]*JavaScript/g)].map(([, language]) => language).toSorted()).toEqual(locales.toSorted());
});
