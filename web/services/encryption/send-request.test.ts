// @vitest-environment node
import { createNodeEngine, type Engine, type PdfDocument } from '@countersign/core/node';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createField, type Field } from '#contract/entities/field.ts';
import { makeOwnForm } from '../../../tests/fixtures/own-form.ts';
import { AppError } from '../app-error.ts';
import { decryptVersion, type EncryptedVersion } from './container.ts';
import type { Bytes } from './keys.ts';
import { readSentManifest } from './manifest.ts';
import { unpack } from './package.ts';
import { assertEncryptable, encryptRequest, sendEncrypted, type NewSigner } from './send-request.service.ts';

let engine: Engine;
let file: Blob;
const id = 'f'.repeat(24);
const anna: NewSigner = { id: 'a'.repeat(24), email: 'anna@example.org', firstName: 'Anna', lastName: null, password: null };
const damage = { is: false };
const server = { calls: [] as string[], lost: 0, queued: 0, status: 'created' };


vi.mock('../engine/core/engine.service.ts', () => ({
  PDF: 'application/pdf',
  appended: (before: Blob, tail: { bytes: Bytes }) => new Blob([before, tail.bytes]),
  withDocument: async (body: Blob, work: (document: PdfDocument, given: Engine) => Promise<unknown>) => {
    const document = await engine.open(body);
    return work(document, engine).finally(() => document.close());
  },
}));
vi.mock('../api/bodies.ts', () => ({ putBody: async () => void server.calls.push('put') }));
vi.mock('../api/call.ts', () => ({
  call: async (name: string, { body }: { body?: { bodyRef?: string } }, { isFresh = false } = {}) => {
    if (name === 'transactions.create' && !isFresh) server.queued += 1;
    server.calls.push(body?.bodyRef ? `${name} ${body.bodyRef}` : name);
    if (name === 'encryptedTransactions.uploadUrl') return { url: '', bodyRef: 'ref' };
    if (name === 'encryptedTransactions.send' && server.lost-- > 0) throw new AppError('unknown_network_error');
    return { status: server.status };
  },
}));
vi.mock('./container.ts', async (original) => {
  const container = await original<{ encryptVersion: (...given: unknown[]) => Promise<EncryptedVersion> }>();
  return { ...container, encryptVersion: async (...given: unknown[]) => {
    const version = await container.encryptVersion(...given);
    return damage.is ? { ...version, body: version.body.slice(0, -1) } : version;
  } };
});

beforeAll(async () => {
  engine = await createNodeEngine();
  file = new Blob([Uint8Array.from(await makeOwnForm())]);
});
afterAll(() => engine.close());
beforeEach(() => {
  Object.assign(damage, { is: false });
  Object.assign(server, { calls: [], lost: 0, queued: 0, status: 'created' });
});

const own = createField({ id: 'text-anna', type: 'text', page: 1, rect: { x: 10, y: 20, width: 20, height: 3 }, recipient: { email: anna.email }, fieldName: 'Annas text' });
const encrypt = (more: { fields?: readonly Field[]; title?: string } = {}) => encryptRequest({ id, file, title: 'Lease', message: '', fields: [own], signers: [anna], ...more });

describe('what is encrypted can be opened', () => {
  test('fields of the document that no reader accepts stay out of it', async () => {
    const long = { ...own, id: 'long', pdfFieldId: 'long', fieldName: 'x'.repeat(1025) };
    const wide = { ...own, id: 'wide', pdfFieldId: 'wide', fieldName: 'wide', textMaxLength: 2_147_483_647 };
    const { body, key } = await encrypt({ fields: [long, own, wide] });
    const { manifest } = await unpack((await decryptVersion(body, { key, transactionId: id, version: 1, previous: null })).text);
    expect(readSentManifest(manifest).fields.map((each) => each.id)).toEqual(['text-anna']);
  });

  test('a title, or a field of the sender, that no reader accepts is refused before', async () => {
    await expect(encrypt({ title: '\u200b' })).rejects.toMatchObject({ code: 'request_validation_error', details: [{ path: 'title' }] });
    await expect(encrypt({ fields: [{ ...own, fieldName: 'x'.repeat(1025) }] })).rejects.toMatchObject({ code: 'request_validation_error', details: [{ path: 'fields' }] });
  });

  test('it is opened before it is sent', async () => {
    Object.assign(damage, { is: true });
    await expect(encrypt()).rejects.toMatchObject({ code: 'failed_to_decrypt' });
  });
});

describe('after a failure', () => {
  test('the same version is sent again, uploaded once', async () => {
    const request = await encrypt();
    server.lost = 1;
    await expect(sendEncrypted(request)).rejects.toMatchObject({ code: 'unknown_network_error' });
    await sendEncrypted(request);
    const sent = 'encryptedTransactions.send ref';
    expect(server.calls).toEqual(['transactions.create', 'encryptedTransactions.uploadUrl', 'put', sent, 'transactions.get', 'transactions.create', sent]);
  });

  test('what has arrived is a success, whatever the answer was', async () => {
    Object.assign(server, { lost: 1, status: 'pending' });
    expect(await sendEncrypted(await encrypt())).toEqual({ status: 'pending' });
  });
});

test('without the server, no creation waits for it', async () => {
  await sendEncrypted(await encrypt());
  expect(server.queued).toBe(0);
});

test('a document behind a password is refused as soon as it is chosen', async () => {
  await assertEncryptable(file);
  const document = await engine.open(file);
  const { parts } = await document.encrypt({ user: 'secret', owner: 'secret' });
  const pieces: BlobPart[] = [];
  for await (const part of parts) pieces.push('start' in part ? file.slice(part.start, part.end) : Uint8Array.from(part));
  await document.close();
  await expect(assertEncryptable(new Blob(pieces))).rejects.toMatchObject({ code: 'pdf_password' });
});
