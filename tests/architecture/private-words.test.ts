/** Identifiers use the field's terms: requested, pending, stored, cached, logged, notified. A private word is found by nobody else. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { privateWords } from '../support/private-words.ts';
import { root } from '../support/shared.ts';

/** Names of published codes, and of data that an earlier version stored. */
const publishedNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['crates/codes/src/finding.rs', ['AppearanceUntold']],
  ['crates/verify/src/subsequent_changes.rs', ['AppearanceUntold']],
  ['server/services/bulks/blueprint.ts', ['asked']],
  ['web/features/verdict/finding-text.ts', ['appearance_untold']],
]);

const folders = ['benches', 'bindings/src', 'contract', 'scripts', 'server', 'tests', 'web'];
const isOurs = (file: string): boolean => !/(^|\/)(dist|node_modules|generated|target)\//.test(file);
const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root })).filter(isOurs);
const rustFiles = globSync('{benches,crates,fuzz}/**/*.rs', { cwd: root }).filter(isOurs);

const notCode = /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|>[^<>{}=;()]*</g;
/** An apostrophe alone begins a lifetime. */
const notRustCode = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[^']+|[^'\\])'/g;
const wordsOf = (name: string): string[] => name.split(/(?=[A-Z][a-z])|_/).map((word) => word.toLowerCase());

const privateIn = (code: string, ignored = notCode): string[] =>
  [...new Set(code.replaceAll(ignored, ' ').match(/[A-Za-z_]\w*/g))].filter((name) => wordsOf(name).some((word) => privateWords.has(word)));

const foundIn = (among: readonly string[], ignored: RegExp): string[] =>
  among.flatMap((file) => privateIn(readFileSync(`${root}/${file}`, 'utf8'), ignored).filter((name) => !publishedNames.get(file)?.includes(name)).map((name) => `${file}: ${name}`));

test('no identifier has a private word', () => {
  expect(files.length).toBeGreaterThan(1500);
  expect(foundIn(files, notCode)).toEqual([]);
});

test('no identifier in Rust has a private word', () => {
  expect(rustFiles.length).toBeGreaterThan(300);
  expect(foundIn(rustFiles, notRustCode)).toEqual([]);
});

test('finds private words in identifiers only', () => {
  expect(privateIn("/** Was asked. */ const isAsked = useTold(KEPT_PAGES, { text: 'asked', masked, unkept: 1 }); // kept")).toEqual(['isAsked', 'useTold', 'KEPT_PAGES']);
  expect(privateIn(`/// Was asked.\nfn is_asked<'a>(told: &'a str) { let c = '"'; print("kept {}", r#"asked "told""#); } // kept`, notRustCode)).toEqual(['is_asked', 'told']);
});
