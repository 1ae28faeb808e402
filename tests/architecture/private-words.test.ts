/** Identifiers use the field's terms: requested, pending, stored, cached, logged, notified. A private word is found by nobody else. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../support/shared.ts';

const privateWords = new Set(['asked', 'kept', 'told', 'unasked', 'untold']);
/** Names of published codes, and of data that an earlier version stored. */
const publishedNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['server/services/bulks/blueprint.ts', ['asked']],
  ['web/features/verdict/finding-text.ts', ['appearance_untold']],
]);

const folders = ['benches', 'bindings/src', 'contract', 'scripts', 'server', 'tests', 'web'];
const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root })).filter((file) => !/(^|\/)(dist|node_modules|generated)\//.test(file));

const notCode = /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|>[^<>{}=;()]*</g;
const wordsOf = (name: string): string[] => name.split(/(?=[A-Z][a-z])|_/).map((word) => word.toLowerCase());

const privateIn = (code: string): string[] =>
  [...new Set(code.replaceAll(notCode, ' ').match(/[A-Za-z_]\w*/g))].filter((name) => wordsOf(name).some((word) => privateWords.has(word)));

test('no identifier has a private word', () => {
  expect(files.length).toBeGreaterThan(1500);
  const found = files.flatMap((file) => privateIn(readFileSync(`${root}/${file}`, 'utf8')).filter((name) => !publishedNames.get(file)?.includes(name)).map((name) => `${file}: ${name}`));
  expect(found).toEqual([]);
});

test('finds private words in identifiers only', () => {
  expect(privateIn("/** Was asked. */ const isAsked = useTold(KEPT_PAGES, { text: 'asked', masked, unkept: 1 }); // kept")).toEqual(['isAsked', 'useTold', 'KEPT_PAGES']);
});
