/** What a refused signing leads to: the versions that the server has, or the access code that it asks for. */
import { configureStore } from '@reduxjs/toolkit';
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { signAll } from '#web/features/signing/sign-run.ts';
import type { SignRun } from '#web/features/signing/sign-progress.ts';
import { AppError } from '#web/services/app-error.ts';
import type { SigningOutcome } from './use-signing-outcome.ts';
import { useSigningOutcome } from './use-signing-outcome.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('#web/features/signing/sign-run.ts', () => ({ signAll: vi.fn<() => Promise<unknown>>(), prepareToSign: async () => undefined }));
vi.mock('#web/features/signing/signing-draft.ts', () => ({ keepFilledIn: async () => undefined }));
vi.mock('#web/entities/files/files.requests.ts', () => ({ fetchFile: ({ id }: { id: string }) => ({ type: `file ${id}` }) }));
vi.mock('#web/entities/transactions/transactions.requests.ts', () => ({ fetchTransaction: ({ id }: { id: string }) => ({ type: `transaction ${id}` }) }));

const transaction = { id: 't', fileIds: ['f', 'g'], recipients: [], options: {} } as unknown as Transaction;
const profile = { id: 'ada', email: 'ada@example.org', phone: null } as unknown as Profile;
const run = { onProgress: () => undefined, signal: new AbortController().signal, onSignAgain: async () => undefined } satisfies SignRun;

/** Signs once; the server refuses with the code, `isOutdated`: after it had a newer version. */
async function refused(code: 'verification_failed' | 'access_code_required' | 'unknown_network_error', isOutdated: boolean) {
  const actions: string[] = [];
  const store = configureStore({ reducer: (state: object = {}, { type }: { type: string }) => (actions.push(type), state) });
  let outcome!: SigningOutcome;
  const Screen = () => {
    const now = useSigningOutcome(transaction, profile, 't');
    useEffect(() => void (outcome = now));
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Provider store={store}><MemoryRouter><Screen /></MemoryRouter></Provider>));
  vi.mocked(signAll).mockImplementationOnce(async ({ onOutdated }) => {
    if (isOutdated) onOutdated();
    throw new AppError(code);
  });
  await act(() => expect(outcome.sign([], null, run)).rejects.toMatchObject({ code }));
  return { dispatched: () => actions.filter((type) => !type.startsWith('@@')), outcome: () => outcome, unmount: () => act(async () => root.unmount()) };
}

test('files are loaded again after any refusal of a newer version', async () => {
  const newer = await refused('verification_failed', true);
  expect(newer.dispatched()).toEqual(['file f', 'file g']);
  await newer.unmount();
  const same = await refused('unknown_network_error', false);
  expect([same.dispatched(), same.outcome().access]).toEqual([[], 'open']);
  await same.unmount();
});

test('an access code that the server asks for again is asked for, and the signing goes on', async () => {
  const { dispatched, outcome, unmount } = await refused('access_code_required', false);
  expect([outcome().access, dispatched()]).toEqual(['asked', []]);
  await act(async () => outcome().unlocked());
  expect([outcome().access, dispatched()]).toEqual(['entered', ['transaction t', 'file f', 'file g']]);
  await unmount();
});
