/** What a file exports is used by another file: everything else can be changed without looking elsewhere. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../support/shared.ts';

const isOurs = (file: string): boolean => !/(^|\/)(dist|node_modules|generated)\//.test(file);
const files = ['*.ts', '{benches,bindings/src,contract,scripts,server,tests,web}/**/*.{ts,tsx,mjs,mts}'].flatMap((pattern) => globSync(pattern, { cwd: root })).filter(isOurs);
const declared = /^export (?:async )?(?:const|function\*?|interface|type|class|abstract class) ([A-Za-z_$][\w$]*)/gm;

/** The exported names of the files that `holds` that no other file mentions. */
function unusedExports(texts: ReadonlyMap<string, string>, holds: RegExp): string[] {
  const mentions = new Map<string, number>();
  for (const text of texts.values()) for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g))) mentions.set(word, (mentions.get(word) ?? 0) + 1);
  const exportsOf = ([file, text]: [string, string]): string[] => [...text.matchAll(declared)].filter(([, name = '']) => mentions.get(name) === 1).map(([, name]) => `${file}: ${name}`);
  return [...texts].filter(([file]) => holds.test(file)).flatMap(exportsOf);
}

test('every export of contract, server and web is used elsewhere', () => {
  const texts = new Map(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]));
  expect(texts.size).toBeGreaterThan(1500);
  expect(unusedExports(texts, /^(contract|server|web)\//)).toEqual([]);
});

test('finds an export that nobody uses', () => {
  const texts = new Map([['web/a.ts', 'export const used = 1;\nexport type Unused = typeof used;\nconst own: Unused = 1;'], ['web/b.ts', 'used']]);
  expect(unusedExports(texts, /^web\//)).toEqual(['web/a.ts: Unused']);
});
