import { expect, test } from 'vitest';
import { joinName, namePartsIn, splitName } from './person-names.ts';

test.each([
  ['Ada', 'Byron', 'Ada Byron'],
  ['Ada Augusta', 'Byron', 'Ada Augusta Byron'],
  ['花子', '山田', '山田 花子'],
  ['さくら', '佐々木', '佐々木 さくら'],
  ['小明', '王', '王 小明'],
  ['철수', '김', '김 철수'],
  ['Hanako', 'Yamada', 'Hanako Yamada'],
  ['Олена', 'Їжакевич', 'Олена Їжакевич'],
  ['Ada', null, 'Ada'],
  ['小明', null, '小明'],
])('joins %s and %s to %s, and splits it again', (firstName, lastName, name) => {
  expect(joinName(firstName, lastName)).toBe(name);
  expect(splitName(name)).toEqual({ firstName, lastName });
});

test('joins empty names to an empty string', () => {
  expect(joinName(null, '')).toBe('');
  expect(splitName(' ')).toEqual({ firstName: null, lastName: null });
});

test('forms ask for names in the order of their language', () => {
  expect(['ja', 'zh-TW', 'en', 'de'].filter((language) => namePartsIn(language)[0] === 'lastName')).toEqual(['ja', 'zh-TW']);
});
