/** Rules for SQL that no type checks. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const files = globSync('server/**/*.{ts,sql}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));

test('no statement asks whether a value is not in a subquery: each is compared with every row, and a null among them hides all', () => {
  expect(files.length).toBeGreaterThan(300);
  const found = files.filter((file) => /\bnot in \(\s*select\b|'not in', \(/i.test(readFileSync(`${root}${file}`, 'utf8')));
  expect(found).toEqual([]);
});

test('a list of any length is passed as one array, so that each length is not a statement of its own', () => {
  const found = files.filter((file) => file.endsWith('.ts') && /'in', (?:\[\.\.\.|\w+\)|(?!\w+\.selectFrom)[\w.]+\()/.test(readFileSync(`${root}${file}`, 'utf8')));
  expect(found).toEqual([]);
});
