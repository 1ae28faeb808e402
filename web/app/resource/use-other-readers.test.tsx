import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, expect, test, vi } from 'vitest';
import type { FileMeta } from '#contract/entities/file.ts';
import type { Transaction, TransactionStatus } from '#contract/entities/transaction.ts';
import { fileReceived } from '#web/entities/files/files.slice.ts';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import { useOtherReaders } from './use-other-readers.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>(), takePrefetched: async () => undefined, onPrefetchedTaken: () => false }));

const [me, somebody, fileId, requestId] = ['1', '2', '3', '4'].map((digit) => digit.repeat(24)) as [string, string, string, string];
const request = (status: TransactionStatus) =>
  ({ id: requestId, status, version: 1, updatedAt: '2026-05-03T10:00:00.000Z', owner: { id: me, email: 'ada@example.org' }, recipients: [{ id: 'r', email: 'bob@example.org' }], cc: [{ email: 'carol@example.org' }] }) as unknown as Transaction;

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  vi.clearAllMocks();
});

const Readers = () => <p>{useOtherReaders({ kind: 'file', id: fileId }).map(({ person, role }) => `${person.email} ${role}`).join(', ')}</p>;

async function readersOf(ownerId: string, status: TransactionStatus): Promise<string | null> {
  vi.mocked(call).mockResolvedValue(request(status) as never);
  const store = createStore();
  store.dispatch(sessionStarted(me));
  store.dispatch(fileReceived({ id: fileId, ownerId, relatedToTransactions: [requestId] } as unknown as FileMeta));
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  await act(async () => root?.render(<Provider store={store}><Readers /></Provider>));
  return page.textContent;
}

test('the readers of a sent file are its recipients and those in copy', async () =>
  expect(await readersOf(me, 'pending')).toBe('bob@example.org recipient, carol@example.org cc'));

test('a file of a draft has no other readers', async () => expect(await readersOf(me, 'draft')).toBe(''));

test('does not list the recipients of a file that somebody else owns', async () => {
  expect(await readersOf(somebody, 'pending')).toBe('');
  expect(call).not.toHaveBeenCalled();
});
