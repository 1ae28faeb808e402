import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { locales } from '../../contract/languages.ts';
import { notLoaded } from './not-loaded.ts';

type Hook = { handler(html: string): { html: string; tags: { children: string }[] } };
const root = new URL('../../web/', import.meta.url);

test.each(['index.html', 'sign-in.html'])('%s says in every language that its scripts did not load', (name) => {
  const { handler } = notLoaded().transformIndexHtml as unknown as Hook;
  const { html, tags } = handler(readFileSync(new URL(name, root), 'utf8'));
  for (const language of locales) {
    expect(html).toMatch(new RegExp(`<div lang="${language}"><p [^>]+>[^<]+</p><a href="">[^<]+</a></div>`));
    expect(tags[0]?.children).toContain(`html[lang=${language}] .not-loaded > [lang=${language}]`);
  }
});

test('the inline script has the same languages', () => {
  const listed = /'([\w,]+)'\.split/.exec(readFileSync(new URL('app/theme-first.js', root), 'utf8'))?.[1];
  expect(listed?.split(',').toSorted()).toEqual([...locales].toSorted());
});
