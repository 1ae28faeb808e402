// @vitest-environment node
import { expect, test } from 'vitest';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import { byPlace } from '#contract/entities/signing-order.ts';
import { allAtOnce, besides, isAtOnce, join, moveBy, moveTo, oneByOne, placeBefore, settled } from './recipient-order.ts';

/** `'a bc'`: a, then b and c at once. */
const order = (text: string): RecipientInput[] =>
  text.split(' ').flatMap((group, index) => [...group].map((id) => ({ id, signingOrder: index + 1 })));
const shown = (people: readonly RecipientInput[]): string => byPlace(people).map((group) => group.map(({ id }) => id).join('')).join(' ');

test.each([
  ['a b c', 0, 2, 'b c a'],
  ['a bc', 0, 1, 'bac'],
  ['a bc', 0, 2, 'bc a'],
  ['bc a', 2, 0, 'a bc'],
  ['bc a', 0, 0, 'b c a'],
])('%s: number %i moved to %i', (before, from, to, after) => expect(shown(moveTo(order(before), from, to))).toBe(after));

test.each([
  ['a b c', 1, -1, 'b a c'],
  ['a b c', 1, 1, 'a c b'],
  ['a bc d', 0, 1, 'bc a d'],
  ['a bc d', 1, -1, 'a b c d'],
  ['a bc d', 1, 1, 'a c b d'],
  ['ab', 0, 1, 'b a'],
] as const)('%s: number %i moved by %i', (before, index, by, after) => expect(shown(moveBy(order(before), index, by))).toBe(after));

test('people join and leave a place', () => {
  const people = order('a b c');
  const joined = join(people, 1, people[0]!);
  expect(shown(joined)).toBe('ab c');
  expect(besides(joined, 0).map(({ id }) => id)).toEqual(['b']);
  expect(placeBefore(joined, 2).map(({ id }) => id)).toEqual(['a', 'b']);
  expect([shown(allAtOnce(people)), isAtOnce(allAtOnce(people)), isAtOnce(people), isAtOnce(order('a'))]).toEqual(['abc', true, false, false]);
  expect(oneByOne(joined).map(({ signingOrder }) => signingOrder)).toEqual([null, null, null]);
  expect(settled(joined.filter(({ id }) => id !== 'a')).map(({ id, signingOrder }) => [id, signingOrder])).toEqual([['b', null], ['c', null]]);
});
