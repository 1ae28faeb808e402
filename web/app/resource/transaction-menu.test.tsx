import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { createStore } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import { TransactionMenu } from './TransactionMenu.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>(), takePrefetched: async () => undefined, onPrefetchedTaken: () => false }));

const [me, id] = ['1', '2'].map((digit) => digit.repeat(24)) as [string, string];
const draft = { id, name: 'Lease', status: 'draft', ownerId: me, orgId: null, owner: { id: me }, options: {}, fileIds: ['3'.repeat(24)], recipients: [], cc: [], sharedWith: [], dismissedBy: [] } as unknown as Transaction;
const profile = { id: me, email: 'ada@example.org', phone: null } as Profile;

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  vi.clearAllMocks();
});

async function choose(key: string, save: () => Promise<boolean>): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(<Provider store={createStore()}><MemoryRouter><TransactionMenu transaction={draft} profile={profile} save={save} /></MemoryRouter></Provider>));
  await act(async () => document.querySelector<HTMLElement>('[aria-haspopup]')?.click());
  await act(async () => document.querySelector<HTMLElement>(`[role^=menuitem][data-key=${key}]`)?.click());
}

test.each([['duplicate', 'transactions.duplicate'], ['template', 'templates.fromTransaction']])('%s copies what has been saved, and nothing if that failed', async (key, name) => {
  const steps: string[] = [];
  vi.mocked(call).mockImplementation((async (called: string) => {
    steps.push(called);
    throw new Error('far enough');
  }) as never);
  await choose(key, async () => false);
  expect(steps).toEqual([]);
  await act(async () => root?.unmount());
  await choose(key, async () => steps.push('saved') > 0);
  expect(steps).toEqual(['saved', name]);
});
