/** Signatures beside a page when something is not as it should be: an authority that is away, codes, deletion, large mails, a backup. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Transaction, TransactionOptions } from '#contract/entities/transaction.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { sizes } from '#contract/limits/sizes.ts';
import { FolderStorage } from '#server/adapters/storage/folder-storage.ts';
import { backUp } from '#server/backup/back-up.ts';
import { restore } from '#server/backup/restore.ts';
import { sendMailJob } from '#server/outbox/mail.job.ts';
import { gatherFacts } from '#server/services/audit/gather-facts.ts';
import { lockTransactionForJob } from '#server/services/transactions/transaction-state.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createEmptyDatabase } from '../support/test-database.ts';
import type { Answer, Client } from './client.ts';
import { enroll, openSigners, problemsOf, type Signers, type SigningKey } from './real-signing.ts';
import { at, contact, signBody } from './transaction-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-page-faults-'));
let { server, engine, ada, bea, carl, beasKey, carlsKey } = {} as Signers;
let authority: Server;
/** Whose stamps the authority gives. */
let stamping: TestApp;
let answers = true;

/** The installation asks another authority for time stamps, which can be away. */
beforeAll(async () => {
  authority = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
      if (!answers) return response.writeHead(503).end();
      void stamping.infrastructure.authority.timestamps.answer(Buffer.concat(chunks)).then((reply) => response.writeHead(200).end(reply));
    });
  });
  await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve));
  const roots = join(folder, 'root.pem');
  stamping = await startTestApp();
  writeFileSync(roots, stamping.infrastructure.authority.rootPem());
  const url = `http://127.0.0.1:${(authority.address() as AddressInfo).port}/`;
  ({ server, engine, ada, bea, carl, beasKey, carlsKey } = await openSigners({ TIMESTAMP_URL: url, TIMESTAMP_CERTIFICATES: roots, LOG_LEVEL: 'silent' }));
});
afterAll(async () => {
  await engine.close();
  await server.close();
  await stamping.close();
  await new Promise((resolve) => authority.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

interface Draft {
  people?: readonly object[];
  options?: Partial<TransactionOptions>;
  accessCode?: string;
}

async function sent({ people = [contact(bea.email)], options = {}, accessCode }: Draft = {}): Promise<{ transaction: Transaction; fileId: string }> {
  const { id: fileId } = await ada.addPage();
  const created = await ada.call('transactions.create', { body: { fileIds: [fileId] } });
  const draft = await ada.call('transactions.update', { ...at(created), body: { options, recipients: people as never } });
  const body = accessCode === undefined ? {} : { body: { accessCodes: [{ recipientId: draft.recipients[0]!.id, code: accessCode }] } };
  return { transaction: await ada.call('transactions.start', { ...at(draft), ...body }), fileId };
}

/** A signature without a time stamp. */
async function plainSignature(content: Uint8Array, key: SigningKey): Promise<Uint8Array> {
  const prepared = await engine.prepareDetached(Uint8Array.from(content), { certificate: key.certificate, chain: key.chain, signingTime: Math.floor(Date.now() / 1000) });
  return engine.completeDetached(prepared.session, await key.sign(prepared.tbs));
}

const send = (person: Client, transaction: Transaction, fileId: string, cms: Uint8Array): Promise<Answer<unknown>> =>
  person.send('transactions.sign', { ...at(transaction), body: { ...signBody(person, fileId), cms: base64(cms) } });
const sign = async (person: Client, key: SigningKey, transaction: Transaction, fileId: string): Promise<Answer<unknown>> =>
  send(person, transaction, fileId, await plainSignature(await person.contentOf(fileId), key));
const signaturesOf = async (person: Client, fileId: string) => (await person.call('files.signatures', { params: { id: fileId } })).signatures;
const codeOf = ({ body }: Answer<unknown>): string => (body as ErrorBody).error.code;
/** How many signatures beside the file are stored, shown to anybody or not. */
const stored = async (fileId: string): Promise<number> =>
  (await server.infrastructure.pool.query('select 1 from detached_signatures join signings on id = signing_id where file_id = $1', [fileId])).rows.length;

/** The same SignedData in BER: the outer length is indefinite. */
function inBer(der: Uint8Array): Buffer {
  const header = der[1]! < 0x80 ? 2 : 2 + (der[1]! & 0x7f);
  return Buffer.concat([Buffer.from([0x30, 0x80]), der.subarray(header), Buffer.from([0, 0])]);
}

test('without the authority of time stamps nothing is signed and nothing lost; the next attempt succeeds', async () => {
  const { transaction, fileId } = await sent();
  const cms = await plainSignature(await bea.contentOf(fileId), beasKey);
  answers = false;
  try {
    expect(codeOf(await send(bea, transaction, fileId, cms))).toBe('service_unavailable');
    expect(await ada.call('transactions.get', at(transaction))).toEqual(transaction);
    // The server's own signature for Bea waits for nothing either, and her code stays valid.
    await bea.call('certificates.sendCode');
    const mail = await server.infrastructure.db.selectFrom('mails').selectAll().where('template', '=', 'certificate_code').orderBy('created_at', 'desc').executeTakeFirstOrThrow();
    await bea.call('certificates.submitCode', { body: { code: /\b\d{6}\b/.exec(mail.text_body)?.[0] ?? '' } });
    const body = signBody(bea, fileId);
    const byServer = { ...at(transaction), body: { ...body, appendedSignatures: body.appendedSignatures.map((each) => ({ ...each, signatureType: 'server' })) } };
    expect(codeOf(await bea.send('transactions.sign', byServer))).toBe('service_unavailable');
    expect(await stored(fileId)).toBe(0);
    answers = true;
    expect((await bea.send('transactions.sign', byServer))).toMatchObject({ status: 200, body: { status: 'completed' } });
  } finally {
    answers = true;
  }
  expect(await signaturesOf(ada, fileId)).toHaveLength(1);
}, 60_000);

test('what can\'t reach the level is refused for what it is, and not called an outage', async () => {
  const { transaction, fileId } = await sent();
  const answer = await send(bea, transaction, fileId, inBer(await plainSignature(await bea.contentOf(fileId), beasKey)));
  expect(answer.status, JSON.stringify(answer.body)).toBe(422);
  expect(problemsOf(answer.body)).toEqual(['signature_form']);
  expect(await stored(fileId)).toBe(0);
});

test('signatures are not shown before the access code, nor to whoever was replaced', async () => {
  const { transaction, fileId } = await sent({ people: [contact(bea.email, { requireAccessCode: true }), contact(carl.email)], accessCode: 'open sesame', options: { allowSignerReassignment: true } });
  expect(await bea.refusal('files.signatures', { params: { id: fileId } })).toBe('permission_denied');
  expect(codeOf(await send(bea, transaction, fileId, Buffer.from('x')))).toBe('access_code_required');
  await bea.call('transactions.enterAccessCode', { ...at(transaction), body: { code: 'open sesame' } });
  expect((await sign(bea, beasKey, transaction, fileId)).status).toBe(200);
  expect(await signaturesOf(carl, fileId)).toHaveLength(1);
  await carl.call('transactions.reassign', { ...at(transaction), body: { fromUserId: transaction.recipients[1]!.id, toUser: contact('dora@example.org'), reason: 'away' } });
  expect(await carl.refusal('files.signatures', { params: { id: fileId } })).toBe('permission_denied');
  expect(codeOf(await send(carl, transaction, fileId, await plainSignature(await ada.contentOf(fileId), carlsKey)))).not.toBe('verification_failed');
  expect(await stored(fileId)).toBe(1);
});

const attachedTo = async (email: string) => (await server.infrastructure.db.selectFrom('mails').select(['attachments', 'text_body']).where('recipient', '=', email).where('template', '=', 'completed').orderBy('created_at', 'desc').executeTakeFirstOrThrow()).attachments;

test('a mail carries the page and its signature byte for byte', async () => {
  const { transaction, fileId } = await sent();
  await sign(bea, beasKey, transaction, fileId);
  const { db, storage } = server.infrastructure;
  const mail = await db.selectFrom('mails').selectAll().where('recipient', '=', bea.email).where('template', '=', 'completed').orderBy('created_at', 'desc').executeTakeFirstOrThrow();
  // The signature itself is stored once, however many people get it.
  expect(JSON.stringify(mail.attachments).length).toBeLessThan(1000);
  const received: { filename: string; bytes: Buffer }[] = [];
  const transport = { send: async ({ attachments }: { attachments: { filename: string; content: NodeJS.ReadableStream }[] }) => {
    for (const { filename, content } of attachments) received.push({ filename, bytes: await buffer(content) });
  } };
  const job = sendMailJob(db, transport as never, storage, async () => undefined);
  await job({ mailId: mail.id }, { abortPromise: new Promise<void>(() => undefined), logger: console } as never);
  const [signature] = await signaturesOf(ada, fileId);
  expect(received.map(({ filename }) => filename)).toEqual(['Page.xhtml', expect.stringMatching(/\.p7s$/)]);
  expect(received.map(({ bytes }) => bytes.toString('base64'))).toEqual([base64(await ada.contentOf(fileId)), signature!.cms]);
});

test('signatures count towards what a mail may carry', async () => {
  const { transaction, fileId } = await sent();
  const { size } = await ada.call('files.downloadUrl', { params: { id: fileId } });
  // The page alone would just fit.
  await server.infrastructure.db.updateTable('file_versions').set({ size: sizes.mailAttachments - 100 }).where('file_id', '=', fileId).execute();
  expect((await sign(bea, beasKey, transaction, fileId)).status).toBe(200);
  expect(await attachedTo(bea.email)).toEqual([]);
  await server.infrastructure.db.updateTable('file_versions').set({ size }).where('file_id', '=', fileId).execute();
});

test('a deleted page takes its signatures along', async () => {
  const { transaction, fileId } = await sent({ people: [contact(ada.email)] });
  expect(await sign(ada, await enroll(ada), transaction, fileId)).toMatchObject({ status: 200, body: { status: 'completed' } });
  expect(await stored(fileId)).toBe(1);
  await ada.call('transactions.delete', at(transaction));
  await ada.call('files.delete', { params: { id: fileId } });
  expect(await stored(fileId)).toBe(0);
});

test('what others have signed stays with them when the owner deletes it', async () => {
  const { transaction, fileId } = await sent();
  await sign(bea, beasKey, transaction, fileId);
  await ada.call('transactions.delete', at(transaction));
  await ada.call('files.delete', { params: { id: fileId } });
  expect(await ada.refusal('files.signatures', { params: { id: fileId } })).toMatch(/not_found|permission_denied/);
  expect(await signaturesOf(bea, fileId)).toHaveLength(1);
});

test('a backup brings the signatures back, and each still fits its page', async () => {
  const { transaction, fileId } = await sent();
  await sign(bea, beasKey, transaction, fileId);
  const { pool, storage, config, authority: own } = server.infrastructure;
  const saved = join(folder, 'saved');
  await backUp({ pool, storage, keyFile: join(config.dataDir, 'secret.key') }, saved);
  const { connectionString, drop } = await createEmptyDatabase(inject('testServer'));
  const database = openDatabase(connectionString, () => undefined);
  try {
    const bodies = new FolderStorage(join(folder, 'restored'));
    await restore({ pool: database.pool, storage: bodies, keyFile: join(folder, 'restored.key') }, saved);
    const { rows: [found] } = await database.pool.query('select d.cms, v.body_ref from detached_signatures d join signings s on s.id = d.signing_id join file_versions v on v.file_id = s.file_id and v.version = s.file_version where s.file_id = $1', [fileId]);
    const parts: Buffer[] = [];
    for await (const part of await bodies.read(found.body_ref)) parts.push(Buffer.from(part));
    const report = await engine.verifyDetached(Uint8Array.from(Buffer.concat(parts)), Uint8Array.from(found.cms), { trust: [own.rootCertificate()], timestampTrust: [stamping.infrastructure.authority.rootCertificate()], at: Math.floor(Date.now() / 1000) });
    expect(report).toMatchObject({ acceptable: true, level: 'B-T', signer: { email: bea.email } });
    expect(readFileSync(join(folder, 'restored.key')).length).toBeGreaterThan(0);
  } finally {
    await database.close();
    await drop();
  }
}, 60_000);

test('a correction begins with the page as its sender left it, and the signature stays with the first request', async () => {
  const { transaction, fileId } = await sent({ people: [contact(bea.email), contact(carl.email)] });
  await sign(bea, beasKey, transaction, fileId);
  const draft = await ada.call('transactions.correct', at(transaction));
  const [copy = ''] = draft.fileIds;
  expect((await ada.contentOf(copy)).equals(await ada.contentOf(fileId))).toBe(true);
  expect(await signaturesOf(ada, copy)).toEqual([]);
  const running = await ada.call('transactions.start', at(draft));
  expect(await signaturesOf(ada, fileId)).toHaveLength(1);
  expect((await sign(bea, beasKey, running, copy)).status).toBe(200);
});

test('the audit trail names who signed a page, at which level, and that its bytes stayed', async () => {
  const { transaction, fileId } = await sent();
  await sign(bea, beasKey, transaction, fileId);
  const { db } = server.infrastructure;
  const state = await db.transaction().execute((tx) => lockTransactionForJob(tx, transaction.id));
  const { signers, documents, steps } = await gatherFacts(db, state!, 'sign.example.org', 'en');
  const [signature] = await signaturesOf(ada, fileId);
  const { signer } = await engine.verifyDetached(Uint8Array.from(await ada.contentOf(fileId)), Uint8Array.from(Buffer.from(signature!.cms, 'base64')), { trust: [], at: Math.floor(Date.now() / 1000) });
  expect(signers).toMatchObject([{ contact: bea.email, level: 'B-T', certificate: { serial: signer?.serialNumber, issuer: null, keyOfServer: false }, signed: expect.any(Date) }]);
  const [{ versions } = { versions: [] }] = documents;
  expect(versions.map(({ kind }) => kind)).toEqual(['original', 'prepared']);
  expect(new Set(versions.map(({ hash }) => hash)).size).toBe(1);
  expect(steps.map(({ action }) => action)).toContain('file_signed');
});
