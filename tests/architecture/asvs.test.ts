/** docs/asvs.md: each requirement of levels 1 and 2 once, and nothing named that there is not. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/shared.ts';

/** Section by section, the numbers of the requirements of OWASP ASVS 5.0.0 whose level is 1 or 2. */
const requirements: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1, 2], '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9], '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], '1.4': [1, 2, 3], '1.5': [1, 2], '2.1': [1, 2, 3],
  '2.2': [1, 2, 3], '2.3': [1, 2, 3, 4], '2.4': [1], '3.2': [1, 2], '3.3': [1, 2, 3, 4], '3.4': [1, 2, 3, 4, 5, 6], '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2], '4.1': [1, 2, 3], '4.2': [1], '4.3': [1, 2], '4.4': [1, 2, 3, 4], '5.1': [1], '5.2': [1, 2, 3], '5.3': [1, 2], '5.4': [1, 2, 3],
  '6.1': [1, 2, 3], '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], '6.3': [1, 2, 3, 4], '6.4': [1, 2, 3, 4], '6.5': [1, 2, 3, 4, 5], '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4], '7.1': [1, 2, 3], '7.2': [1, 2, 3, 4], '7.3': [1, 2], '7.4': [1, 2, 3, 4, 5], '7.5': [1, 2], '7.6': [1, 2], '8.1': [1, 2],
  '8.2': [1, 2, 3], '8.3': [1], '8.4': [1], '9.1': [1, 2, 3], '9.2': [1, 2, 3, 4], '10.1': [1, 2], '10.2': [1, 2], '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], '10.5': [1, 2, 3, 4, 5], '10.6': [1, 2], '10.7': [1, 2, 3], '11.1': [1, 2], '11.2': [1, 2, 3],
  '11.3': [1, 2, 3], '11.4': [1, 2, 3, 4], '11.5': [1], '11.6': [1], '12.1': [1, 2, 3], '12.2': [1, 2], '12.3': [1, 2, 3, 4], '13.1': [1],
  '13.2': [1, 2, 3, 4, 5], '13.3': [1, 2], '13.4': [1, 2, 3, 4, 5], '14.1': [1, 2], '14.2': [1, 2, 3, 4], '14.3': [1, 2, 3], '15.1': [1, 2, 3],
  '15.2': [1, 2, 3], '15.3': [1, 2, 3, 4, 5, 6, 7], '16.1': [1], '16.2': [1, 2, 3, 4, 5], '16.3': [1, 2, 3, 4], '16.4': [1, 2, 3], '16.5': [1, 2, 3],
  '17.1': [1], '17.2': [1, 2, 3, 4], '17.3': [1, 2],
};

interface Row {
  number: string;
  state: string;
  reason: string;
}
const page = readFileSync(join(root, 'docs', 'asvs.md'), 'utf8');
const rows: Row[] = page.split('\n').filter((line) => /^\| \d/.test(line)).map((line) => {
  const [, number = '', , state = '', reason = ''] = line.split('|').map((cell) => cell.trim());
  return { number, state, reason };
});

test('lists each requirement of levels 1 and 2 once, in order', () => {
  const expected = Object.entries(requirements).flatMap(([section, numbers]) => numbers.map((number) => `${section}.${number}`));
  expect(expected).toHaveLength(253);
  expect(rows.map(({ number }) => number)).toEqual(expected);
});

test('each requirement is met, not applicable or missing, with evidence or a reason', () => {
  expect(rows.filter(({ state, reason }) => !['met', 'not applicable', 'missing'].includes(state) || reason === '')).toEqual([]);
});

test('named files and headings exist', () => {
  const paths = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|md|toml|lock|json))`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(150);
  expect([...new Set(paths)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const headings = [...readFileSync(join(root, 'docs', 'security.md'), 'utf8').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase().replaceAll(' ', '-'));
  expect([...page.matchAll(/\(security\.md#([\w-]+)\)/g)].map(([, anchor = '']) => anchor).filter((anchor) => !headings.includes(anchor))).toEqual([]);
});
