import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TransactionsQuery } from '#contract/entities/list-query.ts';
import { wholeList } from '#contract/entities/list-query.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { sessionStarted, spaceEntered } from '#web/entities/session/session.slice.ts';
import { createStore, useAppSelector } from '#web/entities/store.ts';
import { transactionsRequests } from '#web/entities/transactions/transactions.requests.ts';
import { selectTransactionsState, transactionsListOpened } from '#web/entities/transactions/transactions.slice.ts';
import { AppError } from '#web/services/app-error.ts';
import { call } from '#web/services/api/call.ts';
import { useServerList } from './use-server-list.ts';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

interface SentRequest {
  query: object;
  signal: AbortSignal;
  answer(ids: string, lastKey?: string | null): Promise<void>;
  fail(): Promise<void>;
}
let requests: SentRequest[];
const counters = { all: 120, draft: 70, pending: 0, canceled: 0, declined: 0, sharedWithMe: 0, completed: 0 };
const entry = (id: string) => ({ id, name: id, ownerId: 'me', owner: {}, recipients: [], createdAt: id, updatedAt: id }) as unknown as Transaction;

beforeEach(() => {
  requests = [];
  vi.mocked(call as (...input: unknown[]) => Promise<unknown>).mockImplementation((...input) => new Promise((resolve, reject) => {
    const [, { query }, { signal }] = input as [string, { query: object }, { signal: AbortSignal }];
    requests.push({
      query, signal,
      answer: (ids, lastKey = null) => act(async () => resolve({ transactions: [...ids].map(entry), counters, lastKey })),
      fail: () => act(async () => reject(new AppError('internal_error'))),
    });
  }));
});
let root: Root;
afterEach(() => act(() => root.unmount()));

function open() {
  const store = createStore();
  root = createRoot(document.createElement('div'));
  const seen: ReturnType<typeof useServerList>[] = [];
  const Screen = ({ query }: { query: TransactionsQuery }) => {
    const list = useServerList({ query, state: useAppSelector(selectTransactionsState), requests: transactionsRequests, opened: transactionsListOpened });
    useEffect(() => void seen.push(list));
    return null;
  };
  const show = (query: Partial<TransactionsQuery>) => act(() => root.render(<Provider store={store}><Screen query={{ ...wholeList, ...query }} /></Provider>));
  show({});
  return { store, list: () => ({ ...seen.at(-1)!, ids: seen.at(-1)!.ids.join('') }), show };
}

test('the whole list is asked for without parameters, a query with those that differ', async () => {
  const { list, show } = open();
  expect(list()).toMatchObject({ ids: '', isWaiting: true });
  await requests[0]!.answer('CBA', 'key 1');
  show({ search: ' lease ', sort: 'name' });
  expect(requests.map(({ query }) => query)).toEqual([{}, { search: 'lease', sort: 'name' }]);
});

test('a request that is no longer wanted is aborted, and the rows stay until the next answer', async () => {
  const { list, show } = open();
  await requests[0]!.answer('CBA', 'key 1');
  show({ search: 'a' });
  show({ search: 'ab' });
  expect(requests.slice(1).map(({ signal }) => signal.aborted)).toEqual([true, false]);
  expect(list()).toMatchObject({ ids: 'CBA', isOutdated: true, canContinue: false });
  await requests[2]!.answer('B');
  expect(list()).toMatchObject({ ids: 'B', isOutdated: false, total: 1, isComplete: true });
});

test('pages are added one at a time', async () => {
  const { list } = open();
  await requests[0]!.answer('FE', 'key 1');
  expect(list()).toMatchObject({ canContinue: true, total: 120, isComplete: false });
  act(() => list().fetchNext());
  expect(list().canContinue).toBe(false);
  act(() => list().fetchNext());
  expect(requests.map(({ query }) => query)).toEqual([{}, { exclusiveFrom: 'key 1' }]);
  await requests[1]!.answer('DC');
  expect(list()).toMatchObject({ ids: 'FEDC', canContinue: false, total: 4, isComplete: true });
});

test('how many a search finds is unknown until its last page', async () => {
  const { list, show } = open();
  show({ search: 'a' });
  await requests[1]!.answer('FE', 'key 1');
  expect(list()).toMatchObject({ total: null, isComplete: false });
});

test('a page that can not be loaded is not asked for again until the person wants it', async () => {
  const { list } = open();
  await requests[0]!.answer('FE', 'key 1');
  act(() => list().fetchNext());
  await requests[1]!.fail();
  expect(list()).toMatchObject({ ids: 'FE', canContinue: false, error: { code: 'internal_error' } });
  act(() => list().retry());
  await requests[2]!.answer('DC');
  expect([requests[2]!.query, list().ids, list().error]).toEqual([{ exclusiveFrom: 'key 1' }, 'FEDC', null]);
});

test('a query that fails does not show the rows of the one before', async () => {
  const { list, show } = open();
  await requests[0]!.answer('FE', 'key 1');
  show({ filter: 'draft' });
  await requests[1]!.fail();
  expect(list()).toMatchObject({ ids: '', error: { code: 'internal_error' }, isWaiting: false });
  act(() => list().retry());
  await requests[2]!.answer('E');
  expect(list()).toMatchObject({ ids: 'E', error: null });
});

test('a list that was left shows its rows at once when it is opened again', async () => {
  const { list, show } = open();
  await requests[0]!.answer('FE', 'key 1');
  show({ filter: 'draft' });
  await requests[1]!.answer('F', 'key 2');
  show({});
  expect(list()).toMatchObject({ ids: 'FE', isOutdated: false, isWaiting: false });
  act(() => root.unmount());
  expect(requests[2]!.signal.aborted).toBe(true);
});

test('a page of the space that was left is not shown in the next one', async () => {
  const { store, list } = open();
  act(() => void store.dispatch(sessionStarted('me')));
  await requests[0]!.answer('FE', 'key 1');
  act(() => list().fetchNext());
  act(() => void store.dispatch(spaceEntered('org')));
  act(() => void store.dispatch(transactionsRequests.refresh()));
  await requests[2]!.answer('BA', 'key 1');
  await requests[1]!.answer('DC');
  expect(list().ids).toBe('BA');
});

test('how many there are is unknown while the rows are those of another query, or where nobody counts', async () => {
  const { list, show } = open();
  await requests[0]!.answer('CBA', 'key 1');
  show({ filter: 'draft' });
  expect(list()).toMatchObject({ ids: 'CBA', isOutdated: true, total: null });
  await requests[1]!.answer('CB', 'key 2');
  expect(list()).toMatchObject({ ids: 'CB', total: 70 });
});

test('a list without counters does not take what was loaded for all there is', async () => {
  const store = createStore();
  root = createRoot(document.createElement('div'));
  const totals: (number | null)[] = [];
  const Screen = () => {
    const list = useServerList({ query: wholeList, state: { ...useAppSelector(selectTransactionsState), counters: {} }, requests: transactionsRequests, opened: transactionsListOpened });
    useEffect(() => void totals.push(list.total));
    return null;
  };
  act(() => root.render(<Provider store={store}><Screen /></Provider>));
  await requests[0]!.answer('CBA', 'key 1');
  expect(totals.at(-1)).toBeNull();
});
