// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { ListQuery, TransactionsQuery } from '#contract/entities/list-query.ts';
import { wholeList } from '#contract/entities/list-query.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction, TransactionStatus } from '#contract/entities/transaction.ts';
import { keyOfQuery } from './list-rules.ts';
import { restored, storedPart } from './list-state.ts';
import { profileReceived } from './profile/profile.slice.ts';
import { sessionStarted, spaceEntered } from './session/session.slice.ts';
import { createStore } from './store.ts';
import { transactionReceived, transactionRemoved, transactionsListOpened, transactionsPageReceived } from './transactions/transactions.slice.ts';

const counters = { all: 9, draft: 1, pending: 0, canceled: 0, declined: 0, archived: 0, sharedWithMe: 0, completed: 0 };
const owner = { id: 'me', email: 'me@x.org', firstName: 'Me', lastName: null };
const entry = (id: string, more: Partial<Transaction> = {}): Transaction => ({
  id, name: id, version: 1, status: 'draft', ownerId: 'me', owner, recipients: [], orgId: null, bulkId: null,
  createdAt: `2026-05-01T10:${id.charCodeAt(0)}:00.000Z`, updatedAt: `2026-05-01T10:${id.charCodeAt(0)}:00.000Z`, ...more,
}) as unknown as Transaction;

const drafts: TransactionsQuery = { ...wholeList, filter: 'draft' };
const byName: TransactionsQuery = { ...wholeList, sort: 'name', order: 'ascent' };
const changed: TransactionsQuery = { ...wholeList, sort: 'updated_at' };
const search = (text: string): TransactionsQuery => ({ ...wholeList, search: text });

function open() {
  const { dispatch, getState } = createStore();
  dispatch(sessionStarted('me'));
  return {
    page: (items: Transaction[], lastKey: string | null, query: ListQuery = wholeList, after: string | null = null, counted = counters) =>
      dispatch(transactionsPageReceived({ items, counters: counted, query, after, lastKey })),
    receive: (item: Transaction) => dispatch(transactionReceived(item)),
    remove: (id: string) => dispatch(transactionRemoved(id)),
    show: (query: ListQuery | null) => dispatch(transactionsListOpened(query)),
    identify: (profile: Profile) => dispatch(profileReceived(profile)),
    enter: (orgId: string) => dispatch(spaceEntered(orgId)),
    state: () => getState().transactions,
    ids: (query: ListQuery = wholeList) => getState().transactions.lists[keyOfQuery(query)]?.ids.join(''),
    list: (query: ListQuery = wholeList) => getState().transactions.lists[keyOfQuery(query)],
  };
}

const all = (...ids: string[]): Transaction[] => ids.map((id) => entry(id));

describe('pages of a list', () => {
  it('follow each other in the order of the server', () => {
    const { page, ids, list } = open();
    page(all('F', 'E'), 'key 1');
    page(all('D', 'C'), null, wholeList, 'key 1');
    expect([ids(), list()]).toMatchObject(['FEDC', { allFetched: true, lastKey: null }]);
  });
  it('that belong to an older continuation are ignored', () => {
    const { page, ids } = open();
    page(all('F', 'E'), 'key 1');
    page(all('D'), 'key 3', wholeList, 'key 2');
    expect(ids()).toBe('FE');
  });
  it('of an older continuation change neither entries nor counters', () => {
    const { page, state } = open();
    page(all('F', 'E'), 'key 1');
    page([entry('E', { name: 'Outdated' })], 'key 3', wholeList, 'key 2', { ...counters, all: 1 });
    expect([state().entities['E']?.name, state().counters.all]).toEqual(['E', 9]);
  });
  it('repeat no entry that moved from one page to the next', () => {
    const { page, ids } = open();
    page(all('F', 'E'), 'key 1');
    page(all('E', 'D'), null, wholeList, 'key 1');
    expect(ids()).toBe('FED');
  });
  it('are kept when a reloaded first page overlaps them, without what is gone from it', () => {
    const { page, ids, list } = open();
    page(all('F', 'E', 'D'), 'key 1');
    page(all('C', 'B'), 'key 2', wholeList, 'key 1');
    page(all('G', 'F', 'D'), 'key 4');
    expect([ids(), list()?.lastKey]).toEqual(['GFDCB', 'key 2']);
  });
  it('start again when entries may be missing between', () => {
    const { page, ids, list } = open();
    page(all('C', 'B'), 'key 1');
    page(all('H', 'G'), 'key 4');
    expect([ids(), list()?.lastKey]).toEqual(['HG', 'key 4']);
  });
  it('of different queries are apart', () => {
    const { page, ids } = open();
    page(all('F', 'E'), 'key 1');
    page(all('E', 'F'), null, byName);
    expect([ids(), ids(byName)]).toEqual(['FE', 'EF']);
  });
});

describe('an entry that changes', () => {
  it('leaves the lists whose filter or search it no longer fits', () => {
    const { page, receive, ids } = open();
    page(all('F', 'E', 'D'), null);
    page(all('F', 'E', 'D'), null, drafts);
    page(all('E'), null, search('e'));
    receive(entry('E', { status: 'pending', name: 'Other', version: 2 }));
    // The owner's address has an e as well.
    expect([ids(), ids(drafts), ids(search('e'))]).toEqual(['FED', 'FD', 'E']);
    receive(entry('E', { status: 'pending', name: 'Other', version: 3, owner: { ...owner, email: null, firstName: 'Y' } }));
    expect(ids(search('zzz'))).toBeUndefined();
  });
  it('takes its place in the order', () => {
    const { page, receive, ids } = open();
    page(all('A', 'C', 'E'), null, byName);
    page(all('E', 'C', 'A'), null, changed);
    receive(entry('A', { name: 'D', version: 2, updatedAt: '2026-06-01T00:00:00.000Z' }));
    expect([ids(byName), ids(changed)]).toEqual(['CAE', 'AEC']);
  });
  it('stays where it is if its place has not changed, also at the end of the loaded pages', () => {
    const { page, receive, ids } = open();
    page(all('F', 'E'), 'key 1');
    receive(entry('E', { version: 2, status: 'pending' }));
    expect(ids()).toBe('FE');
  });
  it('that the server found stays although the browser would not find it', () => {
    const { page, ids } = open();
    page(all('F'), null, search('not in its texts'));
    expect(ids(search('not in its texts'))).toBe('F');
  });
  it('that only the server could find stays when it changes, as long as it passes the filter', () => {
    const { page, receive, ids } = open();
    const found = { ...drafts, search: 'not in its texts' };
    page(all('F', 'E'), null, found);
    receive(entry('F', { version: 2, name: 'Renamed' }));
    expect(ids(found)).toBe('FE');
    receive(entry('E', { version: 2, status: 'pending' }));
    expect(ids(found)).toBe('F');
  });
  it('leaves a search that the browser sees it no longer matches', () => {
    const { page, receive, ids } = open();
    page([entry('F', { name: 'Lease' }), entry('E', { name: 'Lease' })], null, search('lease'));
    receive(entry('F', { version: 2, name: 'Offer' }));
    expect(ids(search('lease'))).toBe('E');
  });
});

describe('a new entry', () => {
  it('appears at its place', () => {
    const { page, receive, ids } = open();
    page(all('F', 'D'), 'key 1');
    receive(entry('E'));
    receive(entry('G'));
    expect(ids()).toBe('GFED');
  });
  it('beyond the loaded pages waits for its page', () => {
    const { page, receive, ids } = open();
    page(all('F', 'D'), 'key 1');
    receive(entry('B'));
    expect(ids()).toBe('FD');
  });
  it.each<[string, Partial<Transaction>, boolean]>([
    ['sent in bulk', { bulkId: 'b' }, false], ['of an organization', { orgId: 'org' }, false],
    ['of others, in bulk', { bulkId: 'b', ownerId: 'other' }, true], ['of others in an organization', { orgId: 'org', ownerId: 'other' }, true],
  ])('%s is in the personal list or not', (_, more, isListed) => {
    const { page, receive, ids } = open();
    page(all('F'), null);
    receive(entry('G', more));
    expect(ids()).toBe(isListed ? 'GF' : 'F');
  });
  it('of others that an administrator or a reader of a link opens is in the personal list only if they take part in it', () => {
    const { page, receive, ids, identify } = open();
    identify({ id: 'me', email: 'me@x.org', phone: null } as Profile);
    page(all('F'), null);
    const ofMember = { orgId: 'org', ownerId: 'other', cc: [], sharedWith: [] };
    receive(entry('G', ofMember));
    receive(entry('H', { ...ofMember, sharedWith: ['me'] }));
    receive(entry('I', { ...ofMember, recipients: [{ email: 'Me@x.org' }] as Transaction['recipients'] }));
    receive(entry('J', { ...ofMember, orgId: null, public: true }));
    expect(ids()).toBe('IHF');
  });
  it('of a person is not in an organization\'s list', () => {
    const { enter, page, receive, ids } = open();
    enter('org');
    page([entry('F', { orgId: 'org' })], null);
    receive(entry('G'));
    receive(entry('H', { orgId: 'org' }));
    expect(ids()).toBe('HF');
  });
});

describe('a query', () => {
  it('is answered at once from a whole list that was loaded', () => {
    const { page, show, ids, list } = open();
    page([entry('B', { status: 'pending' }), ...all('C', 'A')], null);
    show(drafts);
    show(byName);
    show({ ...drafts, sort: 'name', order: 'ascent' });
    expect([ids(drafts), ids(byName), ids({ ...drafts, sort: 'name', order: 'ascent' })]).toEqual(['CA', 'ABC', 'AC']);
    expect(list(drafts)?.isProvisional).toBe(true);
    page(all('A'), null, drafts);
    expect([ids(drafts), list(drafts)?.isProvisional]).toEqual(['A', false]);
  });
  it('waits for the server if the list is longer', () => {
    const { page, show, list } = open();
    page(all('C', 'A'), 'key 1');
    show(drafts);
    expect(list(drafts)).toBeUndefined();
  });
  it('is forgotten after some others; the whole list is not', () => {
    const { page, show, state } = open();
    page(all('C', 'A'), null);
    for (let n = 0; n < 40; n += 1) show(search(`search ${n}`));
    expect(Object.keys(state().lists).length).toBeLessThan(12);
    expect(state().lists).toHaveProperty([keyOfQuery(wholeList)]);
    expect(state().lists).toHaveProperty([keyOfQuery(search('search 39'))]);
  });
  it('is the same whatever spaces surround its search', () => expect(keyOfQuery(search(' a '))).toBe(keyOfQuery(search('a'))));
});

describe('what the browser stores', () => {
  it('is the first page of the whole list, which the first answer replaces', () => {
    const { page, state } = open();
    const many = Array.from({ length: 50 }, (_, n) => entry(String.fromCharCode(200 - n)));
    page(many, 'key 1');
    page(all('B', 'A'), null, wholeList, 'key 1');
    page(all('A'), null, drafts);
    const stored = storedPart(state());
    expect([Object.keys(stored.lists), stored.ids.length, Object.keys(stored.entities).length]).toEqual([[keyOfQuery(wholeList)], 50, 50]);
    const back = restored(open().state(), stored);
    expect(back.lists[keyOfQuery(wholeList)]).toMatchObject({ isProvisional: true, lastKey: null, allFetched: false });
  });
});

describe('an entry that is removed', () => {
  it('leaves all lists', () => {
    const { page, remove, ids, state } = open();
    page(all('F', 'E'), null);
    page(all('E', 'F'), null, byName);
    remove('E');
    remove('E');
    expect([ids(), ids(byName), state().counters.all]).toEqual(['F', 'F', 8]);
  });
});

describe('filters', () => {
  it.each<[TransactionsQuery['filter'], string]>([['all', 'FEDCBA'], ['draft', 'FE'], ['pending', 'D'], ['canceled', 'C'], ['sharedWithMe', 'B'], ['completed', 'BA']])('%s', (filter, expected) => {
    const { page, show, ids } = open();
    const statuses: TransactionStatus[] = ['created', 'draft', 'opened', 'expired', 'completed', 'completed'];
    page(['F', 'E', 'D', 'C', 'B', 'A'].map((id, index) => entry(id, { status: statuses[index]!, ownerId: id === 'B' ? 'other' : 'me' })), null);
    show({ ...wholeList, filter });
    expect(ids({ ...wholeList, filter })).toBe(expected);
  });
});

describe('a search', () => {
  it('ignores case as the server does, also in a browser in Turkish', () => {
    const { toLocaleLowerCase } = String.prototype;
    // What the method does where the browser's language is Turkish.
    String.prototype.toLocaleLowerCase = function lower(this: string) {
      return toLocaleLowerCase.call(this, 'tr');
    };
    try {
      const { page, show, ids } = open();
      page([entry('F', { name: 'INVOICE' }), entry('E', { name: 'ırmak' })], null);
      show(search('invoice'));
      expect(ids(search('invoice'))).toBe('F');
    } finally {
      String.prototype.toLocaleLowerCase = toLocaleLowerCase;
    }
  });
});
