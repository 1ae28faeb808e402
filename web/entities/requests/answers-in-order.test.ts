// @vitest-environment node
import { expect, it } from 'vitest';
import { answersInOrder } from './answers-in-order.ts';

it('a response is stale when a later request was answered first', () => {
  const asked = answersInOrder();
  const [first, second, third] = [asked('a'), asked('a'), asked('a')];
  expect([second(), first(), third()]).toEqual([true, false, true]);
});

it('the response to the last request is current even if earlier ones failed', () => {
  const asked = answersInOrder();
  asked('a');
  expect(asked('a')()).toBe(true);
});

it('requests with other keys have their own order', () => {
  const asked = answersInOrder();
  const first = asked('a');
  expect([asked('b')(), first()]).toEqual([true, true]);
});
