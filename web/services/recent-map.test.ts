// @vitest-environment node
import { expect, test } from 'vitest';
import { RecentMap } from './recent-map.ts';

const filled = (map: RecentMap<string>, keys: string): RecentMap<string> => {
  for (const key of keys) map.set(key, key);
  return map;
};
const left = (map: RecentMap<string>): string => [...'abcdef'].filter((key) => map.get(key) !== undefined).join('');

test('drops the entry that was used longest ago', () => {
  const map = filled(new RecentMap<string>(3), 'abc');
  map.get('a');
  map.set('d', 'd');
  expect(left(map)).toBe('acd');
});

test('keeps what is needed, and the latest, beyond its capacity', () => {
  const needed = new Set('abc');
  const map = filled(new RecentMap<string>(2, (value) => needed.has(value)), 'abcd');
  expect(left(map)).toBe('abcd');
  needed.delete('a');
  map.set('e', 'e');
  expect(left(map)).toBe('bce');
});

test('drops what is needed no more when it is trimmed', () => {
  const needed = new Set('abcd');
  const map = filled(new RecentMap<string>(2, (value) => needed.has(value)), 'abcd');
  needed.clear();
  map.trim();
  expect(left(map)).toBe('cd');
});
