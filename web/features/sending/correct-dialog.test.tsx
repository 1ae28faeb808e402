/** A correction is confirmed for what is on the screen: who signed, whether it still runs, and whether it was corrected before. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { createStore, useAppSelector } from '#web/entities/store.ts';
import { transactionReceived } from '#web/entities/transactions/transactions.slice.ts';
import { call } from '#web/services/api/call.ts';
import { AppError } from '#web/services/app-error.ts';
import { CorrectDialog } from './CorrectDialog.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
const calls = vi.mocked(call as (id: string, input?: { body?: unknown }) => Promise<unknown>);

const id = '1'.repeat(24);
const people = (signed: number) => ['a', 'b'].map((each, index) => recipient.parse({ id: each.repeat(24), email: `${each}@example.org`, completed: index < signed }));
const transactionOf = (more: Partial<Transaction> = {}): Transaction =>
  ({ id, name: 'Lease', status: 'pending', ownerId: 'me', recipients: people(0), expiresAt: null, version: 1, createdAt: '', updatedAt: '', ...more }) as Transaction;

/** What the server answers to a correction, and how the request is by then. */
let correction: () => Promise<unknown>;
let current: Transaction;
const refused = (...error: ConstructorParameters<typeof AppError>) => async () => {
  throw new AppError(...error);
};

let root: Root | undefined;
const closed = vi.fn<() => void>();
beforeEach(() => {
  closed.mockReset();
  calls.mockReset().mockImplementation((name) => (name === 'transactions.correct' ? correction() : Promise.resolve(current)));
});
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

const Dialog = () => {
  const transaction = useAppSelector(({ transactions }) => transactions.entities[id]);
  return transaction ? <CorrectDialog transaction={transaction} onClose={closed} /> : null;
};
const Place = () => <output>{useLocation().pathname}</output>;

async function open(transaction: Transaction): Promise<void> {
  const store = createStore();
  store.dispatch(transactionReceived(transaction));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(
    <Provider store={store}>
      <MemoryRouter>
        <Place />
        <Routes><Route path="*" element={<Dialog />} /></Routes>
      </MemoryRouter>
    </Provider>,
  ));
}

const text = (): string => document.body.textContent ?? '';
const press = (name: string) => act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());
const confirmed = (): unknown[] => calls.mock.calls.filter(([name]) => name === 'transactions.correct').map(([, input]) => input?.body);

test('who has signed since is shown, and what was shown is what is confirmed', async () => {
  await open(transactionOf());
  expect(text()).not.toContain('correct.void');
  current = transactionOf({ version: 2, recipients: people(1) });
  correction = refused('conflict', { details: { signed: 1 } });
  await press('correct.confirm');
  expect(document.querySelector('[role=alert]')?.textContent).toBe('correct.signed');
  expect(text()).toContain('correct.void');
  await press('correct.confirm');
  expect(confirmed()).toEqual([{ signed: 0 }, { signed: 1 }]);
});

test('a request that was completed meanwhile is said to be, and not that a right is missing', async () => {
  await open(transactionOf());
  current = transactionOf({ version: 2, status: 'completed', recipients: people(2) });
  correction = refused('permission_denied');
  await press('correct.confirm');
  expect(document.querySelector('[role=alert]')?.textContent).toBe('progress.meanwhile');
});

test('a request that was corrected before leads to the new one', async () => {
  await open(transactionOf({ status: 'canceled' }));
  current = transactionOf({ status: 'canceled' });
  correction = refused('resource_in_use', { details: { transactionId: '2'.repeat(24) } });
  await press('correct.confirm');
  expect(document.querySelector('[role=alert]')?.textContent).toBe('correct.exists');
  expect(document.querySelector('a')?.getAttribute('href')).toContain('2'.repeat(24));
});

test('nobody is said to be told of what has ended, or is past its deadline', async () => {
  for (const ended of [{ status: 'declined' }, { expiresAt: '2026-01-01T00:00:00.000Z' }] as const) {
    await open(transactionOf(ended));
    expect(text()).toContain('correct.ended');
    for (const words of ['correct.running', 'cancel.keep']) expect(text()).not.toContain(words);
    await act(async () => root?.unmount());
  }
  await open(transactionOf({ expiresAt: '2999-01-01T00:00:00.000Z' }));
  for (const words of ['correct.running', 'cancel.keep']) expect(text()).toContain(words);
});

test('the dialog stays while the call runs, and the draft opens at its end', async () => {
  let answer: (draft: unknown) => void = () => undefined;
  correction = () => new Promise((resolve) => (answer = resolve));
  await open(transactionOf());
  await press('correct.confirm');
  await press('cancel.keep');
  expect(closed).not.toHaveBeenCalled();
  await act(async () => answer(transactionOf({ id: '3'.repeat(24), status: 'draft' })));
  expect(closed).toHaveBeenCalledTimes(1);
  expect(document.querySelector('output')?.textContent).toContain('3'.repeat(24));
});
