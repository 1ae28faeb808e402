import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { transactionMessage, transactionOptions } from '#contract/entities/transaction.ts';
import type { DraftContent } from '#web/entities/merging/merge-draft.ts';
import { AppError } from '#web/services/app-error.ts';
import type { SavedDraft } from './use-saved-draft.ts';
import { useSavedDraft } from './use-saved-draft.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const service = vi.hoisted(() => ({ returns: new Set<() => void>() }));
vi.mock('#web/entities/store.ts', () => ({ useAppSelector: () => 'ada' }));
vi.mock('#web/services/availability.ts', () => ({
  onServiceReturned: (listener: () => void) => {
    service.returns.add(listener);
    return () => service.returns.delete(listener);
  },
}));

const start: DraftContent = { name: 'Lease', message: transactionMessage.parse({}), options: transactionOptions.parse({}), recipients: [], cc: [] };

test('what was not saved without the server is saved in the moment in which it is back', async () => {
  let draft: SavedDraft<DraftContent> | undefined;
  const save = vi.fn<(change: Partial<DraftContent>, version: number) => Promise<{ values: DraftContent; version: number }>>();
  save.mockRejectedValueOnce(new AppError('unknown_network_error').toInfo()).mockImplementation(async (change, version) => ({ values: { ...start, ...change }, version: version + 1 }));
  const server = { kind: 'transaction' as const, save, fetch: async () => ({ values: start, version: 1 }) };
  const current = { values: start, version: 1 };
  function Screen() {
    const now = useSavedDraft('t', current, server);
    useEffect(() => void (draft = now));
    return null;
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Screen />));
  await act(async () => draft?.change({ name: 'New lease' }));
  await act(async () => void (await draft?.flush()));
  expect([draft?.save, draft?.failure()?.code]).toEqual(['failed', 'unknown_network_error']);
  await act(async () => service.returns.forEach((each) => each()));
  expect([save.mock.calls.length, draft?.save]).toEqual([2, 'saved']);
  await act(async () => root.unmount());
  expect(service.returns.size).toBe(0);
});
