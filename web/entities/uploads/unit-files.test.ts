// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { call } from '#web/services/api/call.ts';
import { AppError } from '#web/services/app-error.ts';
import { createStore } from '../store.ts';
import { transactionReceived } from '../transactions/transactions.slice.ts';
import { changeUnitFiles, withFileMoved, withFiles, withoutFile } from './unit-files.ts';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));

describe('a change of documents', () => {
  it('adds what is missing at the end', () => expect(withFiles(['b', 'c'])(['a', 'b'])).toEqual(['a', 'b', 'c']));
  it('removes one', () => expect(withoutFile('a')(['a', 'b'])).toEqual(['b']));
  it.each([
    ['a', 1, ['b', 'a', 'c']], ['c', -1, ['a', 'c', 'b']], ['a', -1, ['a', 'b', 'c']], ['c', 1, ['a', 'b', 'c']], ['gone', 1, ['a', 'b', 'c']],
  ] as const)('moves %s by %s', (id, by, order) => expect(withFileMoved(id, by)(['a', 'b', 'c'])).toEqual(order));
});

describe('changeUnitFiles', () => {
  const unit = { kind: 'transaction', id: 't' } as const;
  const draft = (fileIds: string[], version: number) => ({ id: 't', status: 'draft', fileIds, version, updatedAt: '' }) as unknown as Transaction;
  const setUp = () => {
    const store = createStore();
    store.dispatch(transactionReceived(draft(['a', 'b'], 1)));
    return store;
  };
  const saved = () => vi.mocked(call).mock.calls.filter(([id]) => id === 'transactions.update').map(([, input]) => input);
  beforeEach(() => {
    vi.mocked(call).mockReset();
  });

  it('moves a document among those that somebody else added meanwhile', async () => {
    vi.mocked(call)
      .mockRejectedValueOnce(new AppError('conflict'))
      .mockResolvedValueOnce(draft(['a', 'b', 'c'], 2))
      .mockResolvedValueOnce(draft(['b', 'a', 'c'], 3));
    await setUp().dispatch(changeUnitFiles(unit, withFileMoved('a', 1)));
    expect(saved()).toEqual([
      { params: { id: 't' }, body: { fileIds: ['b', 'a'], version: 1 } },
      { params: { id: 't' }, body: { fileIds: ['b', 'a', 'c'], version: 2 } },
    ]);
  });

  it('saves nothing if the documents are as they should be', async () => {
    await setUp().dispatch(changeUnitFiles(unit, withoutFile('gone')));
    expect(call).not.toHaveBeenCalled();
  });

  it('fails with the reason of the server', async () => {
    vi.mocked(call).mockImplementation(async () => {
      throw new AppError('resource_in_use');
    });
    const failure: unknown = await setUp().dispatch(changeUnitFiles(unit, withoutFile('a'))).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'resource_in_use' });
  });
});
