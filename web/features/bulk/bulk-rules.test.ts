// @vitest-environment node
import { expect, it } from 'vitest';
import type { BulkRecipientView } from './bulk-rules.ts';
import { canCancel, countStatuses, foundRecipients, hasUnassignedRecipient } from './bulk-rules.ts';

const person = (email: string, status: BulkRecipientView['status'], firstName: string | null = null): BulkRecipientView => ({ email, status, firstName, lastName: null, transactionId: null, error: null });
const people = [person('ada@example.org', 'completed', 'Ada'), person('bob@example.org', 'sent'), person('cleo@example.org', 'failed', 'Cleopatra'), person('dan@example.org', 'sent')];

it('counts recipients by status', () => expect(countStatuses(people)).toEqual({ all: 4, waiting: 0, sent: 2, completed: 1, failed: 1, canceled: 0 }));

it.each([['all', '', 4], ['sent', '', 2], ['all', 'CLEOP', 1], ['sent', 'ada', 0], ['all', 'example', 4]] as const)('%s, "%s": %i', (filter, search, count) =>
  expect(foundRecipients(people, filter, search)).toHaveLength(count));

it.each([[[], true], [[{ email: null }], true], [[{ email: 'a@b.org' }, { email: null }], true], [[{ email: 'a@b.org' }], false], [[{}, {}], false], [[{}, { inPerson: true, firstName: 'Ina' }], true], [[{}, { inPerson: true }], false]])('%j has an unassigned recipient: %s', (recipients, open) =>
  expect(hasUnassignedRecipient(recipients)).toBe(open));

it('completed and canceled jobs cannot be canceled', () => {
  expect(canCancel({ status: 'pending', job: { status: 'pending', type: 'bulk_send' } })).toBe(true);
  expect(canCancel({ status: 'pending', job: { status: 'canceled', type: 'bulk_send' } })).toBe(false);
  expect(canCancel({ status: 'completed', job: null })).toBe(false);
});
