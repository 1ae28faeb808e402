import { expect, it } from 'vitest';
import { signsHere } from './in-person.ts';

const person = (email: string | null, more: { inPerson?: boolean; completed?: boolean; participation?: 'approver' | 'viewer' } = {}) => ({ email, phone: null, inPerson: false, completed: false, removed: false, ...more });
const ada = { id: 'ada', email: 'ada@example.org', phone: null };
const bob = { id: 'bob', email: 'bob@example.org', phone: null };
const guest = person(null, { inPerson: true });

it.each([
  ['the recipient\'s own turn', [person(ada.email)], ada, 0],
  ['another recipient\'s turn', [person(ada.email)], bob, null],
  ['in person with the sender', [guest], ada, 0],
  ['in person, for somebody else', [guest], bob, null],
  ['in person with the recipient before', [person(bob.email, { completed: true }), guest], bob, 1],
  ['in person with the recipient before, for the sender', [person(bob.email, { completed: true }), guest], ada, null],
  ['the second guest of the same host', [person(bob.email, { completed: true }), person(null, { inPerson: true, completed: true }), guest], bob, 2],
  ['not before the host has signed', [person(bob.email), guest], ada, null],
  ['an approver before is no host', [person(bob.email, { completed: true, participation: 'approver' }), guest], bob, null],
  ['an approver in their turn', [person(bob.email, { participation: 'approver' })], bob, 0],
  ['nobody is left', [person(ada.email, { completed: true })], ada, null],
])('%s', (_, recipients, viewer, at) => expect(signsHere({ ownerId: 'ada', recipients }, viewer)).toBe(at === null ? null : recipients[at]));
