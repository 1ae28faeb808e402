// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { countAgreed, isSigner, participationOf, progressOf, recipient, type Participation, type Recipient } from './recipient.ts';

const person = (participation: Participation, more: Partial<Recipient> = {}): Recipient => ({ ...recipient.parse({ id: 'a'.repeat(24), participation }), ...more });
const done = { completed: true } as const;

test('whoever was stored before there were approvers signs', () => {
  expect([participationOf({}), isSigner({}), isSigner({ participation: 'viewer' })]).toEqual(['signer', true, false]);
});

describe('the progress of a request', () => {
  test.each([
    ['nobody', [], { done: 0, total: 0, isOfSigners: true }],
    ['two of three sign', [person('signer', done), person('signer', done), person('signer')], { done: 2, total: 3, isOfSigners: true }],
    ['a view is no signature', [person('viewer', done), person('signer')], { done: 1, total: 2, isOfSigners: false }],
    ['nor is an approval', [person('signer', done), person('approver', done)], { done: 2, total: 2, isOfSigners: false }],
    ['who was removed does not count', [person('signer', done), person('approver', { removed: true })], { done: 1, total: 1, isOfSigners: true }],
  ])('%s', (_, people, expected) => expect(progressOf(people)).toEqual(expected));
});

test('signatures and approvals become void, views don\'t', () => {
  const people = [person('signer', { signedFileIds: ['f'] }), person('signer', { waitingFileIds: ['f'] }), person('approver', done), person('approver'), person('viewer', done), person('signer')];
  expect(countAgreed(people)).toBe(3);
});
