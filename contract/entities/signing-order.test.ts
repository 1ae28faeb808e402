import { expect, test } from 'vitest';
import { activeRecipients, byPlace, inSigningOrder, placesOf } from '#contract/entities/signing-order.ts';

const person = (id: string, signingOrder?: number | null, completed = false, removed = false) => ({ id, signingOrder, completed, removed });
const ids = (people: readonly { id: string }[]) => people.map(({ id }) => id).join('');

test.each([
  ['without numbers, everybody comes after the one before', [undefined, null, undefined], [1, 2, 3]],
  ['the same number is the same place', [1, 1, 2], [1, 1, 2]],
  ['gaps do not count', [5, 20, 20], [1, 2, 2]],
  ['without a number, after the one before', [3, undefined, 3], [1, 2, 1]],
])('%s', (_, orders, places) => {
  expect(placesOf(orders.map((signingOrder) => ({ signingOrder })))).toEqual(places);
});

test('the list is put in order, and a sequence needs no numbers', () => {
  const mixed = [person('a', 2), person('b', 1), person('c', 2)];
  expect(inSigningOrder(byPlace(mixed)).map(({ id, signingOrder }) => [id, signingOrder])).toEqual([['b', 1], ['a', 2], ['c', 2]]);
  expect(inSigningOrder(byPlace([person('a', 9), person('b', 3)])).map(({ id, signingOrder }) => [id, signingOrder])).toEqual([['b', null], ['a', null]]);
});

test('the next place is asked once everybody of the one before has completed', () => {
  const group = (a: boolean, b: boolean) => [person('a', 1, a), person('b', 1, b), person('c', 2), person('d', 2), person('e', 3)];
  expect(ids(activeRecipients(group(false, false)))).toBe('ab');
  expect(ids(activeRecipients(group(true, false)))).toBe('b');
  expect(ids(activeRecipients(group(true, true)))).toBe('cd');
  expect(ids(activeRecipients([person('a', 1, true), person('b', 1, false, true), person('c', 2)]))).toBe('c');
  expect(activeRecipients([person('a', null, true)])).toEqual([]);
});
