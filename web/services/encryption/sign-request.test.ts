// @vitest-environment node
import { createNodeEngine, type Engine, type PdfDocument, type SignatureReport } from '@countersign/core/node';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { preparedFields } from '#contract/entities/signature-anchor.ts';
import { makeOwnForm } from '../../../tests/fixtures/own-form.ts';
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

const server = { calls: [] as string[] };
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
  call: async (name: string) => {
    server.calls.push(name);
    return { url: '', bodyRef: 'ref' };
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
  return { signFile: async (options: object, ...more: unknown[]) => signFile({ ...options, stamp: null }, ...more) };
});
vi.mock('../signing/verdict.service.ts', () => ({
  validateSignatures: async (file: Blob): Promise<SignatureReport[]> => {
    const document = await engine.open(file);
    const reports = await document.verify({ trust: [], at: Math.floor(Date.now() / 1000), ignoreTrust: true }).finally(() => document.close());
    return reports.map((report) => ({ ...report, trusted: true, signer: report.signer && { ...report.signer, email: `${report.signer.commonName}@example.org` } }));
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
  server.calls = [];
  keyOf.mockClear();
  opened = { ...opened };
});

const sign = (more: { values?: Record<string, string>; name?: string; signerId?: string } = {}) => signEncrypted({
  transactionId: id, signerId: more.signerId ?? anna.id, person: { id: 'u', email: anna.email, phone: null, name: more.name ?? 'anna' },
  key, opened, values: more.values ?? { 'Annas text': 'yes' }, picture: null,
});

test('signs, uploads and hands over', async () => {
  await sign();
  expect(server.calls).toEqual(['encryptedTransactions.uploadUrl', 'put', 'encryptedTransactions.sign']);
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
