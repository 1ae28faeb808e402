// @vitest-environment node
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import { call } from '#web/services/api/call.ts';
import { AppError } from '#web/services/app-error.ts';
import type { PdfFacts } from '#web/services/uploads/inspect-pdf.ts';
import { uploadFile } from '#web/services/uploads/upload-file.ts';
import { accountIdOf } from '#web/services/visitor/local-ids.ts';
import { createVisitorUnit, listVisitorEntries, removeVisitorEntries } from '#web/services/visitor/visitor-entries.service.ts';
import { storeVisitorFields, storeVisitorFiles } from '#web/services/visitor/visitor-files.service.ts';
import { sessionStarted } from '../session/session.slice.ts';
import { createStore } from '../store.ts';
import { selectUploads } from '../uploads/uploads.slice.ts';
import { discardMove, moveToAccount } from './move-to-account.ts';

vi.mock('#web/services/uploads/inspect-pdf.ts', () => ({ inspectPdf: vi.fn<() => Promise<PdfFacts>>(async () => ({ pages: 1, fields: [], isForm: null, unsignable: null })) }));
vi.mock('#web/services/uploads/upload-file.ts', () => ({ uploadFile: vi.fn<() => Promise<FileMeta>>() }));
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));

/** The tabs of a browser share its locks. */
let held: Promise<unknown> = Promise.resolve();
vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => Promise<void>) => (held = held.then(work, work)) } });
afterAll(() => vi.unstubAllGlobals());

const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });
const field = createField({ id: 'f', page: 1, rect: { x: 1, y: 2, width: 3, height: 4 } });
const signedIn = (userId = 'ada') => {
  const store = createStore();
  store.dispatch(sessionStarted(userId));
  return store;
};
const left = async (): Promise<string[]> => (await listVisitorEntries()).map(({ title }) => title);
const uploaded = (): unknown[] => vi.mocked(uploadFile).mock.calls.map(([{ title }]) => title);
const rows = (store: ReturnType<typeof createStore>) => selectUploads(store.getState()).map(({ title, status, error }) => ({ title, status, code: error?.code ?? null }));

beforeEach(async () => {
  vi.mocked(uploadFile).mockReset().mockImplementation(async ({ id, title }) => ({ id, title }) as FileMeta);
  vi.mocked(call).mockReset().mockResolvedValue({});
  await removeVisitorEntries((await listVisitorEntries()).map(({ id }) => id));
});

describe('moving to the account', () => {
  it('uploads each document once, with its fields, under the id that it was given here', async () => {
    const [id = ''] = await storeVisitorFiles([pdf('Lease.pdf')]);
    await storeVisitorFields(id, [field]);
    const store = signedIn();
    expect(await store.dispatch(moveToAccount())).toBe(1);
    expect(uploadFile).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: accountIdOf(id), title: 'Lease.pdf', fields: [field], orgId: null, mimeType: 'application/pdf' }));
    expect(await left()).toEqual([]);
    expect(rows(store)).toEqual([]);
    expect(await store.dispatch(moveToAccount())).toBe(0);
    expect(uploaded()).toEqual(['Lease.pdf']);
  });

  it('happens once although two tabs sign in at once', async () => {
    await storeVisitorFiles([pdf('Lease.pdf'), pdf('Other.pdf')]);
    const [one, two] = await Promise.all([signedIn().dispatch(moveToAccount()), signedIn().dispatch(moveToAccount())]);
    expect(one + two).toBe(2);
    expect(uploaded().toSorted()).toEqual(['Lease.pdf', 'Other.pdf']);
  });

  it('creates a draft of its documents', async () => {
    const files = await storeVisitorFiles([pdf('One.pdf'), pdf('Two.pdf')]);
    const id = await createVisitorUnit('template', files, 'One.pdf');
    await signedIn().dispatch(moveToAccount());
    expect(uploaded()).toEqual(['One.pdf', 'Two.pdf']);
    expect(call).toHaveBeenCalledExactlyOnceWith('templates.create', { query: { orgId: undefined }, body: { id: accountIdOf(id), fileIds: files.map(accountIdOf) } });
    expect(await left()).toEqual([]);
  });

  it('goes on after the document that arrived when the draft was refused, and tells the reason', async () => {
    const files = await storeVisitorFiles([pdf('One.pdf')]);
    const id = await createVisitorUnit('template', files, 'One.pdf');
    vi.mocked(call).mockRejectedValueOnce(new AppError('limit_exceeded'));
    const store = signedIn();
    expect(await store.dispatch(moveToAccount())).toBe(0);
    expect(rows(store)).toEqual([{ title: 'One.pdf', status: 'failed', code: 'limit_exceeded' }]);
    // Neither a reload nor another person tries it, the button does.
    const reloaded = signedIn();
    await reloaded.dispatch(moveToAccount());
    expect(rows(reloaded)).toEqual([{ title: 'One.pdf', status: 'failed', code: 'limit_exceeded' }]);
    expect(await signedIn('grace').dispatch(moveToAccount(id))).toBe(0);
    expect(await reloaded.dispatch(moveToAccount(id))).toBe(1);
    expect(uploaded()).toEqual(['One.pdf']);
    expect([await left(), rows(reloaded)]).toEqual([[], []]);
  });

  it('tries again by itself after a failure of the connection', async () => {
    await storeVisitorFiles([pdf('Lease.pdf'), pdf('Other.pdf')]);
    vi.mocked(uploadFile).mockRejectedValueOnce(new AppError('unknown_network_error'));
    const store = signedIn();
    expect(await store.dispatch(moveToAccount())).toBe(1);
    expect(await left()).toHaveLength(1);
    vi.mocked(call).mockRejectedValueOnce(new AppError('not_found'));
    expect(await signedIn().dispatch(moveToAccount())).toBe(1);
    expect(await left()).toEqual([]);
  });

  it('does not repeat what arrived although its answer was lost', async () => {
    const [id = ''] = await storeVisitorFiles([pdf('Lease.pdf')]);
    vi.mocked(uploadFile).mockRejectedValueOnce(new AppError('unknown_network_error'));
    await signedIn().dispatch(moveToAccount());
    vi.mocked(call).mockResolvedValueOnce({ ownerId: 'ada' });
    expect(await signedIn().dispatch(moveToAccount())).toBe(1);
    expect(call).toHaveBeenCalledWith('files.getMeta', { params: { id: accountIdOf(id) } });
    expect(uploadFile).toHaveBeenCalledOnce();
  });

  it('counts a draft as moved that was deleted in the account since, and not one whose space is not found', async () => {
    const id = await createVisitorUnit('transaction', await storeVisitorFiles([pdf('One.pdf')]), 'One.pdf');
    vi.mocked(call).mockRejectedValueOnce(new AppError('not_found'));
    const store = signedIn();
    expect(await store.dispatch(moveToAccount())).toBe(0);
    expect(rows(store)).toEqual([{ title: 'One.pdf', status: 'failed', code: 'not_found' }]);
    vi.mocked(call).mockRejectedValueOnce(new AppError('conflict'));
    expect(await store.dispatch(moveToAccount(id))).toBe(1);
    expect(await left()).toEqual([]);
  });

  it('says why, and goes on with the others, although a browser whose storage is full can\'t note it', async () => {
    await storeVisitorFiles([pdf('Lease.pdf'), pdf('Other.pdf')]);
    vi.mocked(uploadFile).mockImplementationOnce(async () => {
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => { throw new DOMException('', 'QuotaExceededError'); });
      throw new AppError('storage_exceeded');
    });
    const store = signedIn();
    expect(await store.dispatch(moveToAccount())).toBe(1);
    expect(rows(store)).toMatchObject([{ status: 'failed', code: 'storage_exceeded' }]);
  });

  it('counts an id that is taken as moved', async () => {
    await storeVisitorFiles([pdf('Lease.pdf')]);
    vi.mocked(uploadFile).mockRejectedValueOnce(new AppError('conflict'));
    expect(await signedIn().dispatch(moveToAccount())).toBe(1);
    expect(await left()).toEqual([]);
  });

  it('leaves to the first account what could not be moved', async () => {
    const [id = ''] = await storeVisitorFiles([pdf('Lease.pdf')]);
    vi.mocked(uploadFile).mockRejectedValue(new AppError('unknown_network_error'));
    await signedIn().dispatch(moveToAccount());
    const grace = signedIn('grace');
    expect(await grace.dispatch(moveToAccount())).toBe(0);
    expect(rows(grace)).toEqual([]);
    expect(uploadFile).toHaveBeenCalledOnce();
    await signedIn().dispatch(discardMove(id));
    expect(await left()).toEqual([]);
  });
});
