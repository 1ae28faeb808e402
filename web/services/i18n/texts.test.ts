// @vitest-environment node
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { locales } from '#contract/languages.ts';
import { loadTexts } from './texts.ts';

const folder = fileURLToPath(new URL('../../../contract/locales/', import.meta.url));
/** The server's own, what stands in the page itself, and what is said when the others can't be. */
const elsewhere = ['failure', 'mail', 'page', 'server', 'text'];

test.each(locales)('%s loads all texts of the app and none of the server', async (language) => {
  const expected = readdirSync(`${folder}${language}`).map((name) => name.replace('.json', '')).filter((name) => !elsewhere.includes(name));
  const loaded = (await Promise.all([loadTexts(language, 'opening'), loadTexts(language, 'further')])).flat();
  expect(loaded.map(([namespace]) => namespace).toSorted()).toEqual(expected.toSorted());
  expect(loaded.find(([namespace]) => namespace === 'shell')?.[1]).toHaveProperty('close');
});
