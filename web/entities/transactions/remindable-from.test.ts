// @vitest-environment node
import { expect, it } from 'vitest';
import type { Recipient } from '#contract/entities/recipient.ts';
import { nextReminded, remindableFrom } from './remindable-from.ts';

const person = { invitedAt: '2026-01-01T10:00:00.000Z', remindedAt: null, delivery: 'sent' } as const;
const at = (time: string): number => Date.parse(`2026-01-01T${time}:00.000Z`);

it.each([
  ['nobody is reminded in the hour after they were asked', {}, at('11:00')],
  ['nor in the hour after a reminder', { remindedAt: '2026-01-01T12:30:00.000Z' }, at('13:30')],
  ['whom no message reached may be written to at once', { delivery: 'failed' as const }, 0],
])('%s', (_, change, from) => expect(remindableFrom({ ...person, ...change })).toBe(from));

it('neither the sender nor an in-person signer is reminded', () => {
  const [me, bob, eve] = [{ ...person, id: 'me', owner: true }, { ...person, id: 'bob', remindedAt: person.invitedAt }, { ...person, id: 'eve', inPerson: true }] as unknown as Recipient[];
  expect([nextReminded([me, bob, eve] as Recipient[])?.id, nextReminded([me, eve] as Recipient[])]).toEqual(['bob', null]);
});
