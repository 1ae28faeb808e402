// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deployment } from '#contract/calls/feedback.calls.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import { call } from '#web/services/api/call.ts';
import { AppError } from '#web/services/app-error.ts';
import type { PdfFacts } from '#web/services/uploads/inspect-pdf.ts';
import { inspectPdf } from '#web/services/uploads/inspect-pdf.ts';
import { cleanCopyOf } from '#web/services/uploads/clean-copy.ts';
import { convertFile } from '#web/services/uploads/convert-file.ts';
import { saveFields, uploadFile } from '#web/services/uploads/upload-file.ts';
import { storeVisitorFiles } from '#web/services/visitor/visitor-files.service.ts';
import { deploymentReceived } from '../deployment/deployment.slice.ts';
import { sessionStarted, visitStarted } from '../session/session.slice.ts';
import { createStore } from '../store.ts';
import { addAddresses, addCleanCopy, addFiles, canClean, canRetry, cancelUpload, retryUpload } from './uploads.requests.ts';
import { selectAddition, selectUploads, selectUploadSummary } from './uploads.slice.ts';

vi.mock('#web/services/uploads/inspect-pdf.ts', () => ({ inspectPdf: vi.fn<() => Promise<PdfFacts>>() }));
vi.mock('#web/services/uploads/upload-file.ts', () => ({ uploadFile: vi.fn<() => Promise<FileMeta>>(), saveFields: vi.fn<() => Promise<FileMeta>>() }));
vi.mock('#web/services/uploads/clean-copy.ts', () => ({ cleanCopyOf: vi.fn<() => Promise<File>>() }));
vi.mock('#web/services/uploads/convert-file.ts', () => ({ convertFile: vi.fn<() => Promise<FileMeta>>() }));
vi.mock('#web/services/api/bodies.ts', () => ({ fetchBody: vi.fn<() => Promise<{ body: Blob }>>(async () => ({ body: new Blob(['pdf']) })) }));
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
vi.mock('#web/services/visitor/visitor-files.service.ts', () => ({ storeVisitorFiles: vi.fn<() => Promise<string[]>>(async () => ['local-1']) }));

const pdf = (name: string, size = 10) => new File(['x'.repeat(size)], name, { type: 'application/pdf' });
const meta = (title: string, ext = 'pdf') => ({ id: `id-${title}`, ext, title, attributes: { title, fields: [] } }) as unknown as FileMeta;

const plain: PdfFacts = { pages: 1, fields: [], isForm: null, unsignable: null };

const setUp = () => {
  const store = createStore();
  store.dispatch(sessionStarted('ada'));
  return store;
};
const finished = (store: ReturnType<typeof createStore>, additionId: string) =>
  vi.waitFor(() => expect(selectAddition(store.getState(), additionId)?.finished).toBe(true));

beforeEach(() => {
  vi.mocked(call).mockReset();
  vi.mocked(saveFields).mockReset();
  vi.mocked(inspectPdf).mockReset().mockResolvedValue(plain);
  vi.mocked(uploadFile).mockReset().mockImplementation(async ({ title }) => meta(title));
});

describe('adding files', () => {
  it('uploads from the smallest to the largest and raises the counter', async () => {
    const store = setUp();
    const id = store.dispatch(addFiles([pdf('large.pdf', 30), pdf('small.pdf', 3)], { kind: 'files' }));
    await finished(store, id);
    expect(vi.mocked(uploadFile).mock.calls.map(([{ title }]) => title)).toEqual(['small.pdf', 'large.pdf']);
    expect(store.getState().files.counters.all).toBe(2);
    expect(selectUploadSummary(store.getState())).toEqual({ total: 2, running: 0, failed: 0, done: 2 });
  });

  it('links to the existing file when a title is taken', async () => {
    const store = setUp();
    await finished(store, store.dispatch(addFiles([pdf('Lease.pdf')], { kind: 'files' })));
    await finished(store, store.dispatch(addFiles([pdf('lease.PDF'), pdf('Other.pdf')], { kind: 'files' })));
    expect(selectUploads(store.getState()).map(({ title, status, knownId }) => [title, status, knownId])).toEqual([
      ['Lease.pdf', 'done', undefined], ['lease.PDF', 'failed', 'id-Lease.pdf'], ['Other.pdf', 'done', undefined],
    ]);
  });

  it('shows each failure beside its file while the others continue', async () => {
    const store = setUp();
    vi.mocked(inspectPdf).mockImplementation(async (file) => {
      if (file.size === 5) throw new AppError('pdf_password');
      if (file.size === 6) throw new AppError('pdf_corrupted');
      return plain;
    });
    const files = [pdf('locked.pdf', 5), pdf('broken.pdf', 6), pdf('good.pdf', 7), new File(['x'], 'a.xyz', { type: 'application/octet-stream' })];
    await finished(store, store.dispatch(addFiles(files, { kind: 'files' })));
    expect(selectUploads(store.getState()).map(({ title, status, error }) => [title, status, error?.code ?? null])).toEqual([
      ['locked.pdf', 'failed', 'pdf_password'],
      ['broken.pdf', 'failed', 'pdf_corrupted'],
      ['good.pdf', 'done', null],
      ['a.xyz', 'failed', 'wrong_mime_type'],
    ]);
  });

  it('enforces the installation’s limits for size and number of files', async () => {
    const store = setUp();
    store.dispatch(deploymentReceived({ limits: { fileSize: 8, fileCount: 1, mediaPerKind: 10 } } as Deployment));
    await finished(store, store.dispatch(addFiles([pdf('large.pdf', 9), pdf('one.pdf', 7), pdf('two.pdf', 7)], { kind: 'files' })));
    expect(selectUploads(store.getState()).map(({ title, error }) => [title, error?.code ?? null])).toEqual([
      ['large.pdf', 'max_size_exceeded'], ['one.pdf', null], ['two.pdf', 'max_count_exceeded'],
    ]);
  });

  it('offers a retry after a network error, but not for an unusable file', async () => {
    const store = setUp();
    vi.mocked(uploadFile).mockRejectedValueOnce(new AppError('unknown_network_error'));
    vi.mocked(inspectPdf).mockImplementation(async (file) => {
      if (file.size === 5) throw new AppError('pdf_password');
      return plain;
    });
    const id = store.dispatch(addFiles([pdf('locked.pdf', 5), pdf('late.pdf', 6)], { kind: 'files' }));
    await finished(store, id);
    const [locked, late] = selectUploads(store.getState());
    expect([locked && canRetry(locked), late && canRetry(late)]).toEqual([false, true]);
    vi.mocked(call).mockRejectedValueOnce(new AppError('not_found'));
    store.dispatch(retryUpload(late?.id ?? ''));
    await finished(store, id);
    await vi.waitFor(() => expect(selectUploads(store.getState())[1]?.status).toBe('done'));
    const [first, second] = vi.mocked(uploadFile).mock.calls.map(([upload]) => upload.id);
    expect([first?.length, second]).toEqual([24, first]);
  });

  it('makes no second document of one whose answer was lost, and a new one of one that was refused', async () => {
    const store = setUp();
    vi.mocked(uploadFile).mockRejectedValueOnce(new AppError('request_timeout_error')).mockRejectedValueOnce(new AppError('storage_exceeded'));
    const [lost, refused] = [store.dispatch(addFiles([pdf('lost.pdf')], { kind: 'files' })), store.dispatch(addFiles([pdf('refused.pdf')], { kind: 'files' }))];
    await Promise.all([finished(store, lost), finished(store, refused)]);
    const retry = async (): Promise<void> => {
      for (const { id } of selectUploads(store.getState())) store.dispatch(retryUpload(id));
      await vi.waitFor(() => expect(selectUploads(store.getState()).map(({ status }) => status)).toEqual(['done', 'done']));
    };
    vi.mocked(call).mockResolvedValueOnce(meta('lost.pdf'));
    await retry();
    const sent = vi.mocked(uploadFile).mock.calls.map(([{ title, id }]) => ({ title, id }));
    expect(sent.map(({ title }) => title)).toEqual(['lost.pdf', 'refused.pdf', 'refused.pdf']);
    expect(sent[2]?.id).not.toBe(sent[1]?.id);
    expect(call).toHaveBeenCalledExactlyOnceWith('files.getMeta', { params: { id: sent[0]?.id } });
  });

  it('names a new request by its document, which nobody else knows when the server is gone the next moment', async () => {
    const store = setUp();
    vi.mocked(call).mockResolvedValueOnce({ id: 'f'.repeat(24) });
    await finished(store, store.dispatch(addFiles([pdf('Lease.pdf')], { kind: 'newTransaction' })));
    expect(vi.mocked(call).mock.calls.find(([id]) => id === 'transactions.create')?.[1]).toMatchObject({ body: { name: 'Lease.pdf' } });
  });

  it('sends the fields of the document and remembers that it is a form', async () => {
    const store = setUp();
    const own = { id: 'a', type: 'text', page: 1, rect: { x: 1, y: 2, width: 3, height: 4 }, fieldName: 'full name', pdfFieldId: '7 0' } as unknown as PdfFacts['fields'][number];
    vi.mocked(inspectPdf).mockResolvedValue({ ...plain, fields: [own], isForm: true });
    await finished(store, store.dispatch(addFiles([pdf('form.pdf')], { kind: 'files' })));
    expect(vi.mocked(uploadFile).mock.calls[0]?.[0].fields).toMatchObject([{ fieldName: 'full name', type: 'text', pdfFieldId: '7 0', required: false }]);
    expect(store.getState().files.forms).toEqual({ 'id-form.pdf': true });
  });

  it('accepts a file that cannot be signed and warns with the reason', async () => {
    const store = setUp();
    vi.mocked(inspectPdf).mockResolvedValue({ ...plain, unsignable: 'sign_hybrid' });
    await finished(store, store.dispatch(addFiles([pdf('mixed.pdf')], { kind: 'files' })));
    expect(selectUploads(store.getState())[0]).toMatchObject({ status: 'done', error: null, warning: 'sign_hybrid' });
  });

  it('adds one clean copy of an ambiguous file, to the place of the original', async () => {
    const store = setUp();
    vi.mocked(inspectPdf).mockResolvedValueOnce({ ...plain, unsignable: 'sign_readers_may_disagree' });
    vi.mocked(cleanCopyOf).mockImplementation(async (_, name) => pdf(name, 20));
    await finished(store, store.dispatch(addFiles([pdf('odd.pdf'), pdf('good.pdf', 30)], { kind: 'files' })));
    const [odd, good] = ['odd.pdf', 'good.pdf'].map((name) => selectUploads(store.getState()).find(({ title }) => title === name)!);
    expect([odd, good].map((upload) => canClean(upload!))).toEqual([true, false]);
    await store.dispatch(addCleanCopy(odd!.id, 'odd (clean copy).pdf'));
    expect(canClean(selectUploads(store.getState()).find(({ id }) => id === odd!.id)!)).toBe(false);
    await vi.waitFor(() => expect(selectUploads(store.getState()).find(({ title }) => title === 'odd (clean copy).pdf')).toMatchObject({ status: 'done', warning: null }));
    expect(selectUploads(store.getState())).toHaveLength(3);
  });

  it('has other formats converted to PDF and saves the fields of the result', async () => {
    const store = setUp();
    const own = { id: 'a', type: 'text', page: 1, rect: { x: 1, y: 2, width: 3, height: 4 }, fieldName: 'full name', pdfFieldId: '7 0' } as unknown as PdfFacts['fields'][number];
    vi.mocked(uploadFile).mockImplementation(async ({ title }) => meta(title, 'docx'));
    vi.mocked(convertFile).mockResolvedValue(meta('letter.docx'));
    vi.mocked(saveFields).mockResolvedValue(meta('letter.docx'));
    vi.mocked(inspectPdf).mockResolvedValue({ ...plain, fields: [own] });
    await finished(store, store.dispatch(addFiles([new File(['x'], 'letter.docx')], { kind: 'files' })));
    expect(vi.mocked(uploadFile).mock.calls[0]?.[0].mimeType).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
    expect(vi.mocked(saveFields).mock.calls[0]).toMatchObject(['id-letter.docx', [{ fieldName: 'full name' }]]);
    expect(selectUploads(store.getState())[0]).toMatchObject({ status: 'done', fileId: 'id-letter.docx' });
  });

  it('removes a file that cannot be converted', async () => {
    const store = setUp();
    vi.mocked(uploadFile).mockImplementation(async ({ title }) => meta(title, 'docx'));
    vi.mocked(convertFile).mockRejectedValue(new AppError('conversion_failed'));
    vi.mocked(call).mockResolvedValue(undefined);
    await finished(store, store.dispatch(addFiles([new File(['x'], 'broken.docx')], { kind: 'files' })));
    expect(selectUploads(store.getState())[0]).toMatchObject({ status: 'failed', error: { code: 'conversion_failed' } });
    expect(vi.mocked(call)).toHaveBeenCalledWith('files.delete', { params: { id: 'id-broken.docx' } });
    expect(store.getState().files.counters.all).toBe(0);
  });

  it('imports files from addresses and refuses invalid ones', async () => {
    const store = setUp();
    vi.mocked(call).mockResolvedValue({ ...meta('Lease.pdf'), size: 12 });
    await finished(store, store.dispatch(addAddresses(['ftp://example.org/a.pdf', ' https://example.org/files/lease.pdf '], { kind: 'files' })));
    expect(selectUploads(store.getState()).map(({ title, status, error }) => [title, status, error?.code ?? null])).toEqual([
      ['a.pdf', 'failed', 'invalid_url'],
      ['Lease.pdf', 'done', null],
    ]);
    expect(vi.mocked(call).mock.calls[0]?.[1]).toEqual({ body: { url: 'https://example.org/files/lease.pdf' } });
  });

  it('aborts a transfer when the person cancels it', async () => {
    const store = setUp();
    vi.mocked(uploadFile).mockImplementation(
      ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new AppError('process_canceled')))),
    );
    const id = store.dispatch(addFiles([pdf('a.pdf')], { kind: 'files' }));
    await vi.waitFor(() => expect(selectUploads(store.getState())[0]?.status).toBe('uploading'));
    store.dispatch(cancelUpload(selectUploads(store.getState())[0]?.id ?? ''));
    await finished(store, id);
    expect(selectUploads(store.getState())[0]).toMatchObject({ status: 'canceled', error: null });
  });

  it('stores files of visitors in the browser', async () => {
    const store = createStore();
    store.dispatch(visitStarted());
    await finished(store, store.dispatch(addFiles([pdf('a.pdf')], { kind: 'files' })));
    expect(storeVisitorFiles).toHaveBeenCalledOnce();
    expect(uploadFile).not.toHaveBeenCalled();
    expect(selectUploads(store.getState())[0]?.fileId).toBe('local-1');
  });
});
