/** Every language says the same things, with the same blanks to fill. A folder that lacks a file is a language that is not offered yet. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Texts = { [key: string]: string | Texts };
const folder = new URL('locales/', import.meta.url);
const read = (path: string): Texts => JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as Texts;

/** `layout.footer: title` for each text and blank. Plural forms differ between languages. */
function outline(texts: Texts, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    const name = `${path}${key}`.replace(/_(zero|one|two|few|many|other)$/, '_plural');
    if (typeof text !== 'string') return outline(text, `${name}.`);
    return [name, ...[...text.matchAll(/\{\{\s*(\w+)/g)].map(([, blank]) => `${name}: ${blank}`)];
  });
}
const placesOf = (path: string): string[] => [...new Set(outline(read(path)))].filter((place) => !place.endsWith(': count')).toSorted();

const files = readdirSync(folder).flatMap((language) => readdirSync(new URL(`${language}/`, folder)).map((file) => [language, file] as const));

test.each(files.filter(([language]) => language !== 'en'))('%s/%s', (language, file) => {
  expect(placesOf(`${language}/${file}`)).toEqual(placesOf(`en/${file}`));
});
