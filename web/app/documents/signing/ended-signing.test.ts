// @vitest-environment node
import { expect, test } from 'vitest';
import { recipient } from '#contract/entities/recipient.ts';
import { endedBy } from './ended-signing.ts';

const ada = recipient.parse({ id: 'a'.repeat(24), email: 'ada@example.org', firstName: 'Ada' });
const bob = recipient.parse({ id: 'b'.repeat(24), email: 'bob@example.org', firstName: 'Bob' });
const running = { status: 'pending', recipients: [ada, bob] } as const;

test('the current recipient of a pending request can sign', () => {
  expect(endedBy({ ...running, recipients: [ada, bob] }, ada)).toBeNull();
});

test.each(['canceled', 'declined', 'expired'] as const)('nobody can sign a request that is %s', (status) => {
  expect(endedBy({ status, recipients: [ada, bob] }, ada)).toBe(status);
});

test('tells signed, reassigned, changed and deleted requests apart', () => {
  expect(endedBy({ status: 'pending', recipients: [{ ...ada, completed: true }, bob] }, ada)).toBe('signed');
  expect(endedBy({ status: 'completed', recipients: [{ ...ada, completed: true }] }, ada)).toBe('signed');
  expect(endedBy({ status: 'pending', recipients: [bob] }, ada)).toBe('reassigned');
  expect(endedBy({ status: 'pending', recipients: [bob, ada] }, ada)).toBe('changed');
  expect(endedBy(null, ada)).toBe('gone');
  expect(endedBy({ status: 'draft', recipients: [ada, bob] }, ada)).toBe('changed');
});
