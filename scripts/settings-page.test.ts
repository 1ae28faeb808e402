import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { environment, settingGroups } from '#server/platform/settings.ts';
import { rowOf, settingsPage } from './settings-page.ts';

test('docs/settings.md matches the schema: npm run docs:settings writes it', () => {
  expect(readFileSync(join(import.meta.dirname, '..', 'docs', 'settings.md'), 'utf8')).toBe(settingsPage());
});

test('every setting is in one group', () => {
  const grouped = Object.values(settingGroups).flatMap((group) => Object.keys(group));
  expect(grouped.toSorted()).toEqual(Object.keys(environment.shape).toSorted());
});

test('every setting is described in sentences', () => {
  const descriptions = Object.values(settingGroups).flatMap((group) => Object.entries(group).map(([name, schema]) => [name, schema.description]));
  expect(descriptions.filter(([, description = '']) => !/^[A-Z].*\.$/.test(description))).toEqual([]);
});

test('a setting without a description has no row', () => {
  expect(() => rowOf(['SILENT', z.string().optional()])).toThrow('SILENT has no description');
});

test.each([
  ['a range and a unit', z.coerce.number().int().min(1).max(9).default(3).meta({ description: 'Days.', unit: 'days' }), '| `3` | Days, 1 to 9 |'],
  ['an open range', z.coerce.number().int().min(0).default(0).meta({ description: 'Calls.', note: '`0` is none' }), '| `0` | Integer, at least 0; `0` is none |'],
  ['the values of a flag', z.enum(['true', 'false']).transform(Boolean).default(true).describe('Flag.'), '| `true` | `true`, `false` |'],
  ['what applies while it is unset', z.string().optional().meta({ description: 'Text.', unset: 'nothing | <all>' }), String.raw`| nothing \| &lt;all> | Text |`],
])('the row of a setting holds %s', (_what, schema, end) => {
  expect(rowOf(['NAME', schema])).toMatch(/^\| `NAME` \| /);
  expect(rowOf(['NAME', schema]).endsWith(end), rowOf(['NAME', schema])).toBe(true);
});
