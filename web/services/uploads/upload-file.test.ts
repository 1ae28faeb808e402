// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest';
import { putBody } from '../api/bodies.ts';
import { call } from '../api/call.ts';
import { uploadFile } from './upload-file.ts';

vi.mock('../api/bodies.ts', () => ({ putBody: vi.fn<() => Promise<unknown>>(), rememberBody: vi.fn<() => void>() }));
vi.mock('../api/call.ts', () => ({ call: vi.fn<(id: string) => Promise<unknown>>() }));

const calledIds = (): string[] => vi.mocked(call).mock.calls.map(([id]) => id);
const upload = (signal: AbortSignal) =>
  uploadFile({ file: new Blob(['pdf']), mimeType: 'application/pdf', title: 'Lease.pdf', fields: [], signal, onProgress: () => undefined });

/** The server, which makes the file whatever the browser does meanwhile: what the call breaks off, it does not. */
function answering(whileMaking: () => void): void {
  vi.mocked(call).mockImplementation((async (id: string, _input: object, options?: { signal?: AbortSignal }) => {
    if (id !== 'files.createMeta') return { url: '/put', bodyRef: 'body' };
    whileMaking();
    options?.signal?.throwIfAborted();
    return { id: 'made', version: 1 };
  }) as never);
}

beforeEach(() => {
  vi.mocked(call).mockReset();
  vi.mocked(putBody).mockReset();
});

test('uploads the body first and then creates the file', async () => {
  answering(() => undefined);
  await expect(upload(new AbortController().signal)).resolves.toMatchObject({ id: 'made' });
  expect(calledIds()).toEqual(['files.uploadUrl', 'files.createMeta']);
});

test('deletes a file that is canceled while the server creates it', async () => {
  const canceling = new AbortController();
  answering(() => canceling.abort());
  await expect(upload(canceling.signal)).rejects.toMatchObject({ code: 'process_canceled' });
  expect(calledIds()).toEqual(['files.uploadUrl', 'files.createMeta', 'files.delete']);
});

test('does not create a file that is canceled after its body is uploaded', async () => {
  const canceling = new AbortController();
  answering(() => undefined);
  vi.mocked(putBody).mockImplementation(async () => canceling.abort());
  await expect(upload(canceling.signal)).rejects.toThrow();
  expect(calledIds()).toEqual(['files.uploadUrl']);
});
