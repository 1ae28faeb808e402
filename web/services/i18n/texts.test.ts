// @vitest-environment node
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadTexts } from './texts.ts';
import type { Language } from './languages.ts';
import { languages } from './languages.ts';

const folder = fileURLToPath(new URL('../../../contract/locales/', import.meta.url));
const serverOwn = ['mail', 'text', 'server'];

test.each(Object.keys(languages) as Language[])('%s brings every text of the app, and none of the server\'s', async (language) => {
  const expected = readdirSync(`${folder}${language}`).map((name) => name.replace('.json', '')).filter((name) => !serverOwn.includes(name));
  const loaded = await loadTexts(language);
  expect(loaded.map(([namespace]) => namespace).toSorted()).toEqual(expected.toSorted());
  expect(loaded.find(([namespace]) => namespace === 'shell')?.[1]).toHaveProperty('close');
});
