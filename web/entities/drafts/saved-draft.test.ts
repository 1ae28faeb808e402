// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timing } from '#contract/limits/timing.ts';
import { transactionMessage, transactionOptions } from '#contract/entities/transaction.ts';
import { AppError } from '#web/services/app-error.ts';
import type { DraftStore, StoredDraft } from '#web/services/storage/draft-store.ts';
import type { DraftContent } from '../merging/merge-draft.ts';
import type { DraftBackend, Versioned } from './saved-draft.ts';
import { createSavedDraft } from './saved-draft.ts';

const content = (change: Partial<DraftContent> = {}): DraftContent => ({
  name: 'Lease', message: transactionMessage.parse({}), options: transactionOptions.parse({}), recipients: [], cc: [], ...change,
});
const bob = { email: 'bob@example.org' };
const eve = { email: 'eve@example.org' };

/** A server that rejects saves based on another version, and a browser with a draft store. */
function setUp(stored: StoredDraft<DraftContent> | null = null, saved: DraftContent = content()) {
  let onServer: Versioned<DraftContent> = { values: saved, version: 1 };
  let here = stored;
  const store: DraftStore<DraftContent> = {
    read: async () => here,
    keep: async (draft) => void (here = draft),
    forget: async () => void (here = null),
    keepClash: async () => undefined,
  };
  const backend = {
    kind: 'transaction' as const,
    store,
    save: vi.fn<DraftBackend<DraftContent>['save']>(async (change: Partial<DraftContent>, version: number) => {
      if (version !== onServer.version) throw new AppError('conflict').toInfo();
      return (onServer = { values: { ...onServer.values, ...change }, version: version + 1 });
    }),
    fetch: vi.fn<DraftBackend<DraftContent>['fetch']>(async () => onServer),
    onRestored: vi.fn<() => void>(),
    onStorageFailed: vi.fn<() => void>(),
  };
  const draft = createSavedDraft<DraftContent>(onServer, backend);
  const elsewhere = (change: Partial<DraftContent>) => (onServer = { values: { ...onServer.values, ...change }, version: onServer.version + 1 });
  return { draft, backend, elsewhere, server: () => onServer.values, stored: () => here };
}

const rested = () => vi.advanceTimersByTimeAsync(timing.draftSaveDelay);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a saved draft', () => {
  it('is stored locally at once and saved a second after the last change', async () => {
    const { draft, server, stored } = setUp();
    draft.change({ name: 'New lease' });
    expect(stored()?.mine.name).toBe('New lease');
    expect(draft.getState().save).toBe('waiting');
    await vi.advanceTimersByTimeAsync(timing.draftSaveDelay - 1);
    expect(server().name).toBe('Lease');
    await vi.advanceTimersByTimeAsync(1);
    expect([server().name, draft.getState().save, stored()]).toEqual(['New lease', 'saved', null]);
  });

  it('recognizes its own save after a lost response and further changes', async () => {
    const { draft, backend, server } = setUp();
    const save = backend.save.getMockImplementation();
    backend.save.mockImplementationOnce(async (...sent) => {
      await save?.(...sent);
      throw new AppError('unknown_network_error').toInfo();
    });
    draft.change({ name: 'New lease' });
    await rested();
    draft.change({ name: 'Newer lease' });
    await rested();
    expect(draft.getState()).toMatchObject({ conflict: null, save: 'saved', values: { name: 'Newer lease' } });
    expect(server().name).toBe('Newer lease');
  });

  it('merges changes of another window to other parts without asking', async () => {
    const { draft, elsewhere, server } = setUp();
    elsewhere({ recipients: [eve], name: 'Renamed' });
    draft.change({ recipients: [bob] });
    await rested();
    expect(server()).toMatchObject({ name: 'Renamed', recipients: [eve, bob] });
    expect(draft.getState()).toMatchObject({ save: 'saved', conflict: null, values: { name: 'Renamed' } });
  });

  it.each(['mine', 'theirs'] as const)('asks about parts that both windows changed before it overwrites them: %s', async (side) => {
    const { draft, elsewhere, server } = setUp();
    elsewhere({ name: 'Theirs', recipients: [eve] });
    draft.change({ name: 'Mine', cc: [bob] });
    await rested();
    expect(server()).toMatchObject({ name: 'Theirs', cc: [] });
    expect(draft.getState().conflict).toMatchObject({ parts: ['name'], theirs: { values: { name: 'Theirs' } } });
    expect(await draft.flush()).toBe(false);
    await draft.resolve(side);
    expect(server()).toMatchObject({ name: side === 'mine' ? 'Mine' : 'Theirs', recipients: [eve], cc: [bob] });
    expect(draft.getState()).toMatchObject({ save: 'saved', conflict: null });
  });

  it('follows another window while it has no changes of its own', async () => {
    const { draft, elsewhere, backend } = setUp();
    draft.receive(elsewhere({ name: 'Renamed' }));
    expect(draft.getState()).toMatchObject({ values: { name: 'Renamed' }, save: 'saved' });
    await rested();
    expect(backend.save).not.toHaveBeenCalled();
  });

  it('restores unsaved changes after a reload', async () => {
    const { draft, backend, server } = setUp({ base: content(), mine: content({ recipients: [bob] }) }, content({ name: 'Renamed' }));
    await draft.restore();
    expect(backend.onRestored).toHaveBeenCalledOnce();
    await rested();
    expect(server()).toMatchObject({ name: 'Renamed', recipients: [bob] });
  });

  it('reports no restored changes if the last save had reached the server', async () => {
    const { draft, backend, stored } = setUp({ base: content(), mine: content({ recipients: [bob] }) }, content({ recipients: [{ ...bob, id: '5f43a2b1c0d9e8f7a6b5c4d3' }] }));
    await draft.restore();
    expect([draft.getState().save, stored()]).toEqual(['saved', null]);
    expect(backend.onRestored).not.toHaveBeenCalled();
  });

  it('shows a failed save without a connection and retries by itself', async () => {
    const { draft, backend, server, stored } = setUp();
    backend.save.mockRejectedValueOnce(new AppError('unknown_network_error').toInfo());
    draft.change({ name: 'Offline' });
    await rested();
    expect(draft.getState().save).toBe('failed');
    expect(stored()?.mine.name).toBe('Offline');
    await vi.advanceTimersByTimeAsync(timing.retryBackoffStart);
    expect([server().name, draft.getState().save]).toEqual(['Offline', 'saved']);
  });
});
