// @vitest-environment node
import { expect, it } from 'vitest';
import { money, offersFor } from './money.ts';

it('amounts are formatted for the language', () => {
  expect(money(1500, 'en')).toBe('$15');
  expect(money(1550, 'en')).toBe('$15.50');
  expect(money(15_000, 'de').replace(/\s/, ' ')).toBe('150 $');
});

it.each([
  ['person', 'monthly', ['h_e', 'h_b_m', 'h_u']],
  ['person', 'annual', ['h_e', 'h_b_a', 'h_u']],
  ['organization', 'monthly', ['h_e', 'h_b_o_m', 'h_u']],
  ['organization', 'annual', ['h_e', 'h_b_o_a', 'h_u']],
] as const)('a %s paying %s can choose these plans', (holder, period, codes) => expect(offersFor(holder, period).map(({ code }) => code).toSorted()).toEqual([...codes].toSorted()));
