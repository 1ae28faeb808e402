/** A line of several hundred characters hides its end, and every change of it conflicts with every other. Tests and texts may have them. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../support/shared.ts';

const MOST = 280;

const isProduct = (file: string): boolean => !/(^|\/)(dist|node_modules|generated|target|tests|locales)\/|\.test\.tsx?$/.test(file);
const files = globSync('{benches,bindings/src,contract,crates,fuzz,scripts,server,web}/**/*.{ts,tsx,mjs,rs,sql,scss,html}', { cwd: root }).filter(isProduct);

const longLines = (file: string, text: string): string[] =>
  text.split('\n').flatMap((line, index) => (line.length > MOST ? [`${file}:${index + 1} has ${line.length} characters`] : []));

test('no line of the product is longer than a reader follows', () => {
  expect(files.length).toBeGreaterThan(2000);
  expect(files.flatMap((file) => longLines(file, readFileSync(`${root}/${file}`, 'utf8')))).toEqual([]);
});

test('finds the lines that are too long, and only those', () => {
  expect(longLines('a.ts', ['x'.repeat(MOST), 'x'.repeat(MOST + 1), ''].join('\n'))).toEqual(['a.ts:2 has 281 characters']);
});
