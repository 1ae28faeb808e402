// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { transactionFilters } from '#contract/entities/list-query.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction, TransactionStatus } from '#contract/entities/transaction.ts';
import { readListQuery, writeListQuery } from './list-query.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { between } from './use-selection.ts';
import { actionsFor, nextAction, turnOf } from './transactions-list.ts';

const recipient = (email: string, completed = false): Recipient =>
  ({ id: email, email, phone: null, firstName: null, lastName: null, completed, removed: false, invitedAt: '2026-01-01' }) as Recipient;

const transaction = (name: string, status: TransactionStatus, more: Partial<Transaction> = {}): Transaction =>
  ({
    id: name, name, status, ownerId: 'me', owner: { id: 'me', email: 'me@x.org', firstName: 'Me', lastName: null }, recipients: [], cc: [],
    fileIds: ['f'], sharedWith: [], options: { allowSignerReassignment: false }, createdAt: '2026-01-01', updatedAt: '2026-01-01', ...more,
  }) as unknown as Transaction;

const waiting = { status: 'waiting', approvers: [] } as unknown as NonNullable<Transaction['sendApproval']>;
const me = { id: 'me', email: 'me@x.org', phone: null };
const read = (address: string) => readListQuery(new URLSearchParams(address), transactionFilters);

describe('the query of a list', () => {
  it('has the defaults of document 1', () => expect(read('')).toEqual({ filter: 'all', search: '', sort: 'created_at', order: 'descent', folder: '', tag: '', person: '', createdFrom: '', createdBefore: '' }));
  it('ignores unknown values', () => expect(read('filter=x&sort=y&order=z')).toEqual(read('')));
  it('omits defaults and keeps other parameters', () => {
    const next = writeListQuery(new URLSearchParams('search=a&wizard=true'), { search: '', filter: 'draft' });
    expect(next.toString()).toBe('wizard=true&filter=draft');
  });
  it('names the days of a period, and leaves out what is no day', () => {
    const query = read('person=ada&from=2026-01-31&until=2026-02-28');
    expect(query).toMatchObject({ person: 'ada', createdFrom: new Date(2026, 0, 31).toISOString(), createdBefore: new Date(2026, 2, 1).toISOString() });
    expect(writeListQuery(new URLSearchParams(), query).toString()).toBe('person=ada&from=2026-01-31&until=2026-02-28');
    expect(writeListQuery(new URLSearchParams('from=2026-01-31&until=2026-02-28&person=ada'), { createdFrom: '', person: '' }).toString()).toBe('until=2026-02-28');
    expect(read('from=yesterday&until=2026-02-30')).toEqual(read(''));
  });
  it('clips a search that the server would refuse', () => expect(read(`search=${'x'.repeat(9999)}`).search).toHaveLength(lengths.title));
});

describe('turn and next action', () => {
  const running = transaction('t', 'pending', { recipients: [recipient('ada@x.org', true), recipient('me@x.org')] });
  it('returns the turn and the progress', () => expect(turnOf(running, me)).toMatchObject({ mine: 'signer', done: 1, total: 2, isOfSigners: true }));
  it.each([
    [transaction('t', 'draft'), 'continue'],
    [transaction('t', 'draft', { sendApproval: waiting }), 'open'],
    [transaction('t', 'draft', { sendApproval: { ...waiting, status: 'returned' } }), 'continue'],
    [running, 'sign'],
    [transaction('t', 'pending', { recipients: [{ ...recipient('me@x.org'), participation: 'approver' }] }), 'approve'],
    [transaction('t', 'pending', { recipients: [{ ...recipient('me@x.org'), participation: 'viewer' }] }), 'view'],
    [transaction('t', 'pending', { recipients: [recipient('ada@x.org')] }), 'remind'],
    [transaction('t', 'pending', { recipients: [recipient('bob@x.org', true), { ...recipient('ada@x.org'), inPerson: true }] }), 'open'],
    [transaction('t', 'completed'), 'download'],
    [transaction('t', 'declined'), 'open'],
    [transaction('t', 'pending', { ownerId: 'other', recipients: [recipient('ada@x.org')] }), 'open'],
  ] as const)('%#: %s', (given, action) => expect(nextAction(given, me)).toBe(action));

  it('offers no change of what waits for approval', () => {
    expect(actionsFor(transaction('t', 'draft', { sendApproval: waiting }), me)).toEqual(['open', 'duplicate', 'share', 'label', 'archive', 'delete']);
  });

  it('offers only permitted actions', () => {
    expect(actionsFor(transaction('t', 'draft'), me)).toEqual(['open', 'rename', 'duplicate', 'share', 'label', 'archive', 'delete']);
    expect(actionsFor(transaction('t', 'pending', { recipients: [recipient('ada@x.org')] }), me)).toEqual(['open', 'remind', 'correct', 'duplicate', 'share', 'download', 'label', 'archive', 'cancel', 'delete']);
    expect(actionsFor(transaction('t', 'completed'), me)).toEqual(['open', 'duplicate', 'share', 'download', 'label', 'archive', 'delete']);
    expect(actionsFor({ ...running, recipients: [{ ...recipient('me@x.org'), owner: true }, { ...recipient('ada@x.org'), inPerson: true }] }, me)).not.toContain('remind');
    expect(actionsFor({ ...running, ownerId: 'other' }, me)).toEqual(['open', 'download', 'label', 'archive']);
    expect(actionsFor({ ...running, archived: true, ownerId: 'other' }, me)).toEqual(['open', 'download', 'label', 'unarchive']);
  });
});

describe('range selection', () => {
  it('selects all rows between two in either direction', () => {
    expect(between(['a', 'b', 'c', 'd'], 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(between(['a', 'b', 'c', 'd'], 'c', 'a')).toEqual(['a', 'b', 'c']);
    expect(between(['a', 'b'], 'gone', 'b')).toEqual(['b']);
  });
});
