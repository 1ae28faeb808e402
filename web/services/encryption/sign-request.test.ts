// @vitest-environment node
import { createNodeEngine, type Engine, type PdfDocument, type SignatureReport, type TimestampReport } from '@countersign/core/node';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { preparedFields } from '#contract/entities/signature-anchor.ts';
import { makeOwnForm } from '../../../tests/fixtures/own-form.ts';
import { AppError } from '../app-error.ts';
import { newTransactionKey, type Bytes } from './keys.ts';
import type { EncryptedSigner } from './manifest.ts';
import type { OpenedRequest } from './open-request.service.ts';
import { signEncrypted } from './sign-request.service.ts';

let engine: Engine;
let opened: OpenedRequest;
const id = 'f'.repeat(24);
const key = newTransactionKey();
const people: EncryptedSigner[] = [{ id: 'a'.repeat(24), email: 'anna@example.org', firstName: 'anna', lastName: null }, { id: 'b'.repeat(24), email: 'bert@example.org', firstName: 'bert', lastName: null }];
const [anna, bert] = people as [EncryptedSigner, EncryptedSigner];
const pdf = (...parts: BlobPart[]): Blob => new Blob(parts, { type: 'application/pdf' });

const server = { hasAuthority: true, calls: [] as string[], refusals: [] as string[], hasSigned: false };
const keyOf = vi.hoisted(() => vi.fn<(person: { name: string }) => void>());

vi.mock('../engine/core/engine.service.ts', () => ({
  PDF: 'application/pdf',
  appended: (file: Blob, tail: { bytes: Bytes }) => pdf(file, tail.bytes),
  withDocument: async (file: Blob, work: (document: PdfDocument, given: Engine) => Promise<unknown>) => {
    const document = await engine.open(file);
    return work(document, engine).finally(() => document.close());
  },
}));
vi.mock('../api/bodies.ts', () => ({ putBody: async () => void server.calls.push('put') }));
vi.mock('../api/call.ts', () => ({
  call: async (name: string, { body }: { body?: { bodyRef?: string } }) => {
    server.calls.push(body?.bodyRef ? `${name} ${body.bodyRef}` : name);
    if (name === 'encryptedTransactions.uploadUrl') return { url: '', bodyRef: `ref-${server.calls.filter((each) => each === name).length}` };
    const code = name === 'encryptedTransactions.sign' ? server.refusals.shift() : undefined;
    if (code) throw new AppError(code as never);
    return { status: 'pending', recipients: [{ id: anna.id, completed: server.hasSigned }] };
  },
}));
vi.mock('../signing/signing-key.service.ts', async (original) => {
  const { selfSignedKey } = await original<{ selfSignedKey: (name: string) => Promise<unknown> }>();
  return { selfSignedKey, certifiedKey: async (person: { name: string }) => {
    keyOf(person);
    return selfSignedKey(person.name);
  } };
});
vi.mock('../signing/sign-file.service.ts', async (original) => {
  const { signFile } = await original<{ signFile: (options: object, ...more: unknown[]) => Promise<unknown> }>();
  return { signFile: async (options: object, ...more: unknown[]) => signFile(server.hasAuthority ? { ...options, stamp: null } : options, ...more) };
});
vi.mock('../signing/time-stamp.ts', () => ({ askForStamp: () => Promise.reject(new AppError('unknown_network_error')) }));
vi.mock('../signing/verdict.service.ts', () => ({
  validateSignatures: async (file: Blob): Promise<SignatureReport[]> => {
    const document = await engine.open(file);
    const reports = await document.verify({ trust: [], at: Math.floor(Date.now() / 1000), ignoreTrust: true }).finally(() => document.close());
    return reports.map((report) => ({ ...report, trusted: true, timestamp: { time: new Date().toISOString(), intact: true, trusted: true } as TimestampReport, signer: report.signer && { ...report.signer, email: `${report.signer.commonName}@example.org` } }));
  },
}));

beforeAll(async () => {
  engine = await createNodeEngine();
  const form = pdf(Uint8Array.from(await makeOwnForm()));
  const fields = [createField({ id: 'text-anna', type: 'text', page: 1, rect: { x: 10, y: 20, width: 20, height: 3 }, recipient: { email: anna.email }, required: true, fieldName: 'Annas text' })];
  const document = await engine.open(form);
  const body = pdf(form, (await document.placeFields(preparedFields(fields, people))).bytes as Bytes);
  await document.close();
  const versions = [{ version: 1, signer: null, createdAt: '', problems: [] }];
  opened = { sent: { title: 'Lease', message: '', fields, signers: people }, body, versions, passwordSigners: [], digest: new Uint8Array(32).fill(1), problems: [] };
});
afterAll(() => engine.close());
beforeEach(() => {
  Object.assign(server, { hasAuthority: true, calls: [], refusals: [], hasSigned: false });
  keyOf.mockClear();
  opened = { ...opened };
});

const sign = (more: { values?: Record<string, string>; name?: string; signerId?: string } = {}) => signEncrypted({
  transactionId: id, signerId: more.signerId ?? anna.id, person: { id: 'u', email: anna.email, phone: null, name: more.name ?? 'anna' },
  key, opened, values: more.values ?? { 'Annas text': 'yes' }, picture: null,
});

test('signs, uploads and hands over', async () => {
  await sign();
  expect(server.calls).toEqual(['encryptedTransactions.uploadUrl', 'put', 'encryptedTransactions.sign ref-1']);
});

describe('a version that nobody would accept is not uploaded', () => {
  test.each([
    ['a required field left out', { values: {} }, ['incomplete']],
    ['the certificate of another address', { name: 'mallory' }, ['signature']],
  ] as const)('%s', async (_, more, problems) => {
    await expect(sign(more)).rejects.toMatchObject({ code: 'verification_failed', details: { problems } });
    expect(server.calls).toEqual([]);
  });
});

describe('after a failure', () => {
  test('the same version is handed over again, signed and uploaded once', async () => {
    server.refusals = ['unknown_network_error', 'unknown_network_error'];
    for (let time = 0; time < 2; time += 1) await expect(sign()).rejects.toMatchObject({ code: 'unknown_network_error' });
    await sign();
    const handed = 'encryptedTransactions.sign ref-1';
    expect(server.calls).toEqual(['encryptedTransactions.uploadUrl', 'put', handed, 'transactions.get', handed, 'transactions.get', handed]);
    expect(keyOf).toHaveBeenCalledTimes(1);
  });

  test('other values are signed anew', async () => {
    server.refusals = ['unknown_network_error'];
    await expect(sign()).rejects.toThrow();
    await sign({ values: { 'Annas text': 'no' } });
    expect(keyOf).toHaveBeenCalledTimes(2);
    expect(server.calls.at(-1)).toBe('encryptedTransactions.sign ref-2');
  });

  test('what has arrived is a success, whatever the answer was', async () => {
    Object.assign(server, { refusals: ['unknown_network_error'], hasSigned: true });
    expect(await sign()).toMatchObject({ recipients: [{ completed: true }] });
  });

  test('what the server has not kept is uploaded again', async () => {
    server.refusals = ['file_body_missing'];
    await expect(sign()).rejects.toMatchObject({ code: 'file_body_missing' });
    await sign();
    expect(server.calls.at(-1)).toBe('encryptedTransactions.sign ref-2');
  });
});

test('without a time stamp nothing is uploaded', async () => {
  server.hasAuthority = false;
  await expect(sign()).rejects.toMatchObject({ code: 'unknown_network_error' });
  expect(server.calls).toEqual([]);
});

test('before their turn, as the sender chose it, nobody\'s key is used', async () => {
  await expect(sign({ signerId: bert.id, name: 'bert' })).rejects.toMatchObject({ code: 'verification_failed', details: { problems: ['order'] } });
  expect(keyOf).not.toHaveBeenCalled();
  expect(server.calls).toEqual([]);
});
