// @vitest-environment node
import { expect, it } from 'vitest';
import { answersInOrder } from './answers-in-order.ts';

it('a response is stale when a later request was answered first', () => {
  const trackRequest = answersInOrder();
  const [first, second, third] = [trackRequest('a'), trackRequest('a'), trackRequest('a')];
  expect([second(), first(), third()]).toEqual([true, false, true]);
});

it('the response to the last request is current even if earlier ones failed', () => {
  const trackRequest = answersInOrder();
  trackRequest('a');
  expect(trackRequest('a')()).toBe(true);
});

it('requests with other keys have their own order', () => {
  const trackRequest = answersInOrder();
  const first = trackRequest('a');
  expect([trackRequest('b')(), first()]).toEqual([true, true]);
});
