// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { listSorts, transactionFilters } from '#contract/entities/list-query.ts';
import type { FileSummary } from '#contract/entities/file.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction, TransactionStatus } from '#contract/entities/transaction.ts';
import { listedFiles } from './files-list.ts';
import { holds, needsAll, readListQuery, sortList, writeListQuery } from './list-query.ts';
import { between } from './use-selection.ts';
import { actsFor, listedTransactions, nextAction, turnOf } from './transactions-list.ts';

const recipient = (email: string, completed = false): Recipient =>
  ({ id: email, email, phone: null, firstName: null, lastName: null, completed, removed: false, invitedAt: '2026-01-01' }) as Recipient;

const transaction = (name: string, status: TransactionStatus, more: Partial<Transaction> = {}): Transaction =>
  ({
    id: name, name, status, ownerId: 'me', owner: { id: 'me', email: 'me@x.org', firstName: 'Me', lastName: null }, recipients: [], cc: [],
    fileIds: ['f'], sharedWith: [], options: { allowSignerReassignment: false }, createdAt: '2026-01-01', updatedAt: '2026-01-01', ...more,
  }) as unknown as Transaction;

const me = { id: 'me', email: 'me@x.org', phone: null };
const shape = { filters: transactionFilters, sorts: listSorts };
const read = (address: string) => readListQuery(new URLSearchParams(address), shape);

describe('the query of a list', () => {
  it('has the defaults of document 1', () => expect(read('')).toEqual({ filter: 'all', search: '', sort: 'created_at', order: 'descent' }));
  it('ignores unknown values', () => expect(read('filter=x&sort=y&order=z')).toEqual(read('')));
  it('omits defaults and keeps other parameters', () => {
    const next = writeListQuery(new URLSearchParams('search=a&wizard=true'), { search: '', filter: 'draft' });
    expect(next.toString()).toBe('wizard=true&filter=draft');
  });
  it('asks for all pages only if the query needs them', () => {
    expect(needsAll(read(''))).toBe(false);
    expect(needsAll(read('search=a'))).toBe(true);
    expect(needsAll(read('order=ascent'))).toBe(true);
  });
});

describe('search', () => {
  it.each([['LEA', true], ['zuse', true], ['  ', true], ['nobody', false]])('"%s" → %s', (search, found) =>
    expect(holds(['Lease.pdf', null, 'Konrad Zuse'], search)).toBe(found));
});

describe('sorting', () => {
  const items = [
    { name: 'b10', createdAt: '2026-01-02', updatedAt: '' },
    { name: 'b9', createdAt: '2026-01-01', updatedAt: '2026-02-01' },
    { name: 'A', createdAt: '2026-01-03', updatedAt: '2026-03-01' },
  ];
  const names = (sort: string, order: 'ascent' | 'descent') => sortList(items, { sort, order }, ({ name }) => name, 'en').map(({ name }) => name);
  it('by date, in both directions', () => {
    expect(names('created_at', 'descent')).toEqual(['A', 'b10', 'b9']);
    expect(names('created_at', 'ascent')).toEqual(['b9', 'b10', 'A']);
  });
  it('by name, with numbers by value', () => expect(names('name', 'ascent')).toEqual(['A', 'b9', 'b10']));
  it('puts missing dates last in both directions', () => {
    expect(names('updated_at', 'descent').at(-1)).toBe('b10');
    expect(names('updated_at', 'ascent').at(-1)).toBe('b10');
  });
});

describe('listedTransactions', () => {
  const all = [
    transaction('made', 'created'),
    transaction('draft', 'draft'),
    transaction('running', 'pending', { recipients: [recipient('ada@x.org')] }),
    transaction('expired', 'expired'),
    transaction('theirs', 'completed', { ownerId: 'other' }),
  ];
  const names = (address: string) => listedTransactions(all, read(address), 'me', 'en').map(({ name }) => name);
  it.each([
    ['', ['made', 'draft', 'running', 'expired', 'theirs']],
    ['filter=draft', ['made', 'draft']],
    ['filter=canceled', ['expired']],
    ['filter=sharedWithMe', ['theirs']],
    ['search=ADA', ['running']],
    ['filter=completed&search=made', []],
  ])('"%s" shows %o', (address, found) => expect(names(address)).toEqual(found));
});

describe('turn and next action', () => {
  const running = transaction('t', 'pending', { recipients: [recipient('ada@x.org', true), recipient('me@x.org')] });
  it('returns the turn and the progress', () => expect(turnOf(running, me)).toMatchObject({ isMine: true, done: 1, total: 2 }));
  it.each([
    [transaction('t', 'draft'), 'continue'],
    [running, 'sign'],
    [transaction('t', 'pending', { recipients: [recipient('ada@x.org')] }), 'remind'],
    [transaction('t', 'completed'), 'download'],
    [transaction('t', 'declined'), 'open'],
    [transaction('t', 'pending', { ownerId: 'other', recipients: [recipient('ada@x.org')] }), 'open'],
  ] as const)('%#: %s', (given, act) => expect(nextAction(given, me)).toBe(act));

  it('offers only permitted actions', () => {
    expect(actsFor(transaction('t', 'draft'), me)).toEqual(['open', 'share', 'delete']);
    expect(actsFor(transaction('t', 'pending', { recipients: [recipient('ada@x.org')] }), me)).toEqual(['open', 'remind', 'share', 'download', 'cancel', 'delete']);
    expect(actsFor({ ...running, ownerId: 'other' }, me)).toEqual(['open', 'download']);
  });
});

describe('listedFiles', () => {
  const file = (title: string, ownerId = 'me') => ({ id: title, title, ownerId, createdAt: '2026-01-01', updatedAt: '2026-01-01' }) as FileSummary;
  it('filters files of others and searches titles', () => {
    const query = { ...read(''), filter: 'sharedWithMe' } as const;
    expect(listedFiles([file('a'), file('b', 'other')], query, 'me', 'en').map(({ id }) => id)).toEqual(['b']);
    expect(listedFiles([file('a'), file('b')], { ...read('search=A'), filter: 'all' }, 'me', 'en').map(({ id }) => id)).toEqual(['a']);
  });
});

describe('range selection', () => {
  it('selects all rows between two in either direction', () => {
    expect(between(['a', 'b', 'c', 'd'], 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(between(['a', 'b', 'c', 'd'], 'c', 'a')).toEqual(['a', 'b', 'c']);
    expect(between(['a', 'b'], 'gone', 'b')).toEqual(['b']);
  });
});
