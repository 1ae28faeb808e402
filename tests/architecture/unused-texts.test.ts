/** Every text of the catalogues is asked for somewhere: what nobody reads is still translated ten times. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/shared.ts';

type Texts = { [key: string]: string | Texts | Texts[] };
const folder = join(root, 'contract', 'locales', 'en');
const read = (name: string): Texts => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
/** The forms of a plural (CLDR) are asked for as one, and so is a list. */
const keysOf = (texts: Texts, at = ''): string[] => Object.entries(texts).flatMap(([key, value]) => (typeof value === 'string' || Array.isArray(value) ? [(at + key).replace(/_(zero|one|two|few|many|other)$/, '')] : keysOf(value, `${at}${key}.`)));

interface Source {
  /** Namespaces that the file names; a table of keys names none. */
  namespaces: ReadonlySet<string>;
  literals: ReadonlySet<string>;
  /** Keys put together: `status.${state}`. What is filled in is one part of a key. */
  patterns: readonly RegExp[];
  words: ReadonlySet<string>;
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
const patternOf = (template: string): RegExp => new RegExp(`^(\\w+:)?${template.replace(/^\w+:/, '').split(/\$\{[^}]*\}/).map(escaped).join(String.raw`[\w-]+`)}$`);

const namespaces = readdirSync(folder).map((name) => name.replace('.json', ''));
/** `errors` has the codes of the contract (contract.test.ts) and the findings of a verdict are the core's (finding-text.test.ts). */
const listedElsewhere = (namespace: string, key: string): boolean => namespace === 'errors' || (namespace === 'verdict' && key.startsWith('finding.'));
/** Read as plain objects, not by i18next. */
const plain = ['failure', 'mail', 'page', 'server', 'text'];

const parse = (code: string): Source => ({
  namespaces: new Set(namespaces.filter((name) => new RegExp(`['"\`]${name}(['"\`]|:)`).test(code))),
  literals: new Set([...code.matchAll(/['"]([\w.:-]+)['"]/g)].map(([, text = '']) => text.replace(/^\w+:/, ''))),
  patterns: [...code.matchAll(/`([\w.:-]*\$\{[^`\n]*)`/g)].map(([, template = '']) => template).filter((template) => /[\w.-]/.test(template.replaceAll(/\$\{[^}]*\}/g, ''))).map(patternOf),
  words: new Set(code.match(/[\w$-]+/g)),
});

const sourcesIn = (part: string): Source[] =>
  readdirSync(join(root, part), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.d)\.tsx?$/.test(entry.name) && !entry.parentPath.includes('/dist'))
    .map((entry) => parse(readFileSync(join(entry.parentPath, entry.name), 'utf8')));

const sources = ['web', 'server', 'contract', 'scripts/vite'].flatMap(sourcesIn);
const words = new Set(sources.flatMap((source) => [...source.words]));

function isUsed(namespace: string, key: string): boolean {
  if (plain.includes(namespace)) return key.split('.').every((part) => words.has(part));
  return sources.some(({ namespaces: named, literals, patterns }) =>
    ((named.has(namespace) || named.size === 0) && literals.has(key)) || (named.has(namespace) && patterns.some((pattern) => pattern.test(key))));
}

test.each(namespaces)('%s has no unused text', (namespace) => {
  expect(keysOf(read(namespace)).filter((key) => !listedElsewhere(namespace, key) && !isUsed(namespace, key))).toEqual([]);
});

test('finds an unused text', () => {
  expect([isUsed('lists', 'act.delete'), isUsed('lists', 'nobody.asks'), isUsed('lists', 'act.delete.nobody'), isUsed('mail', 'nobodyAsks.subject')]).toEqual([true, false, false, false]);
});
