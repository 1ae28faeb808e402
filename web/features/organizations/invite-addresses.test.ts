// @vitest-environment node
import { expect, it } from 'vitest';
import { addressesIn, invitationProblem } from './invite-addresses.ts';

it('accepts several addresses with any common separator', () =>
  expect(addressesIn('ada@example.org, grace@example.org;\nADA@example.org  alan@example.org,')).toEqual(['ada@example.org', 'grace@example.org', 'alan@example.org']));

it.each([
  ['', { kind: 'missing' }],
  ['ada@example.org', null],
  ['ada@example.org grace alan@', { kind: 'wrong', addresses: ['grace', 'alan@'] }],
  [Array.from({ length: 51 }, (_, number) => `a${number}@example.org`).join(' '), { kind: 'many' }],
])('%s', (text, problem) => expect(invitationProblem(addressesIn(text))).toEqual(problem));
