// @vitest-environment node
import { expect, it } from 'vitest';
import { answersInOrder } from './answers-in-order.ts';

it('an answer that was asked for before one that is there already is no news', () => {
  const asked = answersInOrder();
  const [first, second, third] = [asked('a'), asked('a'), asked('a')];
  expect([second(), first(), third()]).toEqual([true, false, true]);
});

it('one that was asked for last is news however often the ones before fail', () => {
  const asked = answersInOrder();
  asked('a');
  expect(asked('a')()).toBe(true);
});

it('questions about other things have their own order', () => {
  const asked = answersInOrder();
  const first = asked('a');
  expect([asked('b')(), first()]).toEqual([true, true]);
});
