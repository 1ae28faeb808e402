// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { call } from '#web/services/api/call.ts';
import { AppError } from '#web/services/app-error.ts';
import { downloadToSign, verifiedDocument } from '#web/services/documents/verified-document.ts';
import { signBeside } from '#web/services/signing/sign-beside.service.ts';
import { dryRunSignature, signFile } from '#web/services/signing/sign-file.service.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';
import { certifiedKey } from '#web/services/signing/signing-key.service.ts';
import type { SignProgress } from './sign-progress.ts';
import { prepareToSign, signAll } from './sign-run.ts';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
vi.mock('#web/services/documents/verified-document.ts', () => ({ downloadToSign: vi.fn<() => Promise<unknown>>(), verifiedDocument: vi.fn<() => Promise<unknown>>() }));
vi.mock('#web/services/signing/sign-beside.service.ts', () => ({ signBeside: vi.fn<() => Promise<Uint8Array>>() }));
vi.mock('#web/services/signing/sign-file.service.ts', () => ({ dryRunSignature: vi.fn<() => Promise<void>>(), signFile: vi.fn<() => Promise<Uint8Array>>() }));
vi.mock('#web/services/signing/signing-key.service.ts', () => ({ certifiedKey: vi.fn<() => Promise<unknown>>() }));
vi.mock('#web/services/signing/signing-draft.service.ts', () => ({ readSigningDraft: async () => undefined, storeSigningDraft: async () => undefined }));
vi.mock('#web/services/uploads/upload-tail.ts', () => ({ tailAddress: async () => 'http://localhost/tail', putTail: async () => undefined }));

const key: SigningKey = { id: 'card', signatureType: 'local', certificate: new Uint8Array(), chain: [], sign: async () => new Uint8Array() };
const recipient = { id: 'ada', email: 'ada@example.org', phone: null, role: null, completed: false, signedFileIds: [], waitingFileIds: [], inPerson: false, order: 1 };
const transaction = { id: 't', version: 1, status: 'pending', recipients: [recipient], options: {} } as unknown as Transaction;
const files = ['one', 'two'].map((id, index) => ({ id, ext: 'pdf' as const, version: index + 2, title: id, fields: [], before: [] }));
const person = { id: 'ada', email: 'ada@example.org', phone: null, name: 'Ada Byron' };

const progress: SignProgress[] = [];
const options = (signal = new AbortController().signal) => ({
  transaction, signerId: 'ada', person, files, key, signal, isRepeated: false,
  onProgress: (each: SignProgress) => void progress.push(each), onTransaction: () => undefined, onOutdated: () => undefined, onSignAgain: async () => undefined,
});
const calls = (): unknown[] => vi.mocked(call as (id: string) => Promise<unknown>).mock.calls.map(([id]) => id);

beforeEach(() => {
  vi.resetAllMocks();
  progress.length = 0;
  vi.mocked(call as () => Promise<unknown>).mockResolvedValue(transaction);
  vi.mocked(certifiedKey).mockResolvedValue({ ...key, id: 'browser' });
  vi.mocked(signFile).mockImplementation(async (_, __, onStep) => {
    for (const step of ['preparing', 'signing', 'timestamp'] as const) onStep(step);
    return new Uint8Array(1);
  });
  vi.mocked(downloadToSign).mockImplementation(async (file) => ({ ...file }) as never);
  vi.mocked(verifiedDocument).mockImplementation(async (download) => ({ body: new Blob(), hash: JSON.stringify(download), known: {} }) as never);
});

test('the versions that are shown are signed', async () => {
  await signAll(options());
  expect(vi.mocked(downloadToSign).mock.calls.map(([{ id, version }]) => [id, version])).toEqual([['one', 2], ['two', 3]]);
  expect(calls()).toEqual(['transactions.sign', 'transactions.sign']);
});

test('a page is signed beside it, and a key on the server signs there', async () => {
  vi.mocked(signBeside).mockResolvedValue(new Uint8Array([1, 2]));
  const page = { ...files[0]!, ext: 'xhtml' as const };
  const bodies = () => vi.mocked(call as (id: string, input: { body: object }) => Promise<unknown>).mock.calls.map(([, { body }]) => body);
  await signAll({ ...options(), files: [page] });
  expect(bodies()).toMatchObject([{ fileId: 'one', cms: 'AQI=', appendedSignatures: [{ signatureType: 'local' }] }]);
  await signAll({ ...options(), files: [page], key: { ...key, signatureType: 'server' } });
  expect(bodies()[1]).not.toHaveProperty('cms');
  expect(bodies()[1]).toMatchObject({ appendedSignatures: [{ signatureType: 'server' }] });
  expect([signFile, signBeside].map((each) => vi.mocked(each).mock.calls.length)).toEqual([0, 1]);
  await prepareToSign({ ...options(), files: [page] });
  expect(dryRunSignature).not.toHaveBeenCalled();
});

test('if a document is not the one that the server names, none is signed', async () => {
  vi.mocked(verifiedDocument).mockResolvedValueOnce({ body: new Blob(), hash: '', known: {} } as never).mockRejectedValueOnce(new AppError('sign_document_differs'));
  await expect(signAll(options())).rejects.toMatchObject({ code: 'sign_document_differs' });
  expect([vi.mocked(signFile).mock.calls, calls()]).toEqual([[], []]);
});

test('a signing that is canceled while documents are loading signs none', async () => {
  const stop = new AbortController();
  vi.mocked(verifiedDocument).mockImplementation(async () => {
    stop.abort();
    return { body: new Blob(), hash: '', known: {} } as never;
  });
  await expect(signAll(options(stop.signal))).rejects.toMatchObject({ code: 'process_canceled' });
  expect([vi.mocked(signFile).mock.calls, calls()]).toEqual([[], []]);
});

test('each document is announced as loading before its first byte, then takes the other steps', async () => {
  await signAll(options());
  const steps = ['enrolling', 'preparing', 'signing', 'timestamp', 'sending'];
  expect(progress.map(({ step, number }) => `${step} ${number}`)).toEqual(['loading 1', 'loading 2', ...[1, 2].flatMap((number) => steps.map((step) => `${step} ${number}`))]);
  expect(progress[0]).toMatchObject({ share: 0, total: 2 });
});

test('preparing certifies the key of this browser only if no other is chosen', async () => {
  await prepareToSign(options());
  expect(certifiedKey).not.toHaveBeenCalled();
  await prepareToSign({ ...options(), key: null });
  expect(certifiedKey).toHaveBeenCalledOnce();
  expect(vi.mocked(dryRunSignature).mock.calls.map(([, { id }]) => id)).toEqual(['card', 'browser']);
});

test('a preparation that has ended leaves the core to the signing', async () => {
  const stop = new AbortController();
  vi.mocked(certifiedKey).mockImplementation(async () => {
    stop.abort();
    return key;
  });
  await expect(prepareToSign({ ...options(stop.signal), key: null })).rejects.toThrow();
  expect([vi.mocked(downloadToSign).mock.calls, vi.mocked(dryRunSignature).mock.calls]).toEqual([[], []]);
});
