/** Signatures that the server makes for people who have no key, and certificates that hold no more. */
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction, TransactionOptions } from '#contract/entities/transaction.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { Client } from './client.ts';
import { deliver, enroll, openSigners, place, problemsOf, signedCopy, startForReal, strangersKey, upload, type Signers } from './real-signing.ts';
import { at, contact, signBody } from './transaction-world.ts';

let { server, engine, form, ada, bea, carl } = {} as Signers;
beforeAll(async () => {
  ({ server, engine, form, ada, bea, carl } = await openSigners());
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

async function sent(options: Partial<TransactionOptions> = {}): Promise<{ transaction: Transaction; fileId: string }> {
  const file = await ada.addFile(form, 'Lease.pdf');
  await ada.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields: [place('name', 18, bea.email)] } } });
  const created = await ada.call('transactions.create', { body: { fileIds: [file.id] } });
  const draft = await ada.call('transactions.update', { ...at(created), body: { options, recipients: [contact(bea.email), contact(carl.email)] } });
  return { transaction: await startForReal(engine, ada, draft), fileId: file.id };
}

/** Types the code that the server sends to whoever it is to sign for. */
async function typeCode(person: Client): Promise<void> {
  await person.call('certificates.sendCode');
  const mail = await server.infrastructure.db.selectFrom('mails').selectAll().where('template', '=', 'certificate_code').where('recipient', '=', person.email).orderBy('created_at', 'desc').executeTakeFirstOrThrow();
  await person.call('certificates.submitCode', { body: { code: /\b\d{6}\b/.exec(mail.text_body)?.[0] ?? '' } });
}

/** Asks the server to sign what is uploaded. */
function askServer(person: Client, transaction: Transaction, fileId: string) {
  const body = signBody(person, fileId);
  return person.send('transactions.sign', { ...at(transaction), body: { ...body, appendedSignatures: body.appendedSignatures.map((each) => ({ ...each, signatureType: 'server' })) } });
}

async function prepared(person: Client, transaction: Transaction, fileId: string): Promise<Buffer> {
  return signedCopy(engine, person, await strangersKey(), transaction, fileId, { values: { name: 'Bea Grün' } });
}

test('the server signs the prepared document with a time stamp, in the recipient\'s name and for their address', async () => {
  const { transaction, fileId } = await sent();
  const uploaded = await prepared(bea, transaction, fileId);
  await upload(bea, transaction, fileId, uploaded);
  const early = await askServer(bea, transaction, fileId);
  expect([early.status, (early.body as ErrorBody).error.code]).toEqual([403, 'sign_code_missing']);
  expect((await bea.call('files.getMeta', { params: { id: fileId } })).version).toBe(2);
  await typeCode(bea);
  expect((await askServer(bea, transaction, fileId)).status).toBe(200);
  const signed = await bea.contentOf(fileId);
  expect(signed.length).toBe(uploaded.length);
  const document = await engine.open(signed);
  const [report] = await document.verify({ trust: [server.infrastructure.authority.rootCertificate()], at: Math.floor(Date.now() / 1000) });
  expect(report).toMatchObject({ intact: true, acceptable: true, coversWholeFile: true, level: 'B-T', signer: { email: bea.email } });
  const { certificates } = await bea.call('certificates.list');
  expect(certificates.map(({ serial }) => serial)).toContain(report?.signer?.serialNumber);
  // The answer to the first call may get lost.
  expect((await askServer(bea, transaction, fileId)).status).toBe(200);
  expect(await server.infrastructure.db.selectFrom('file_versions').selectAll().where('file_id', '=', fileId).where('kind', '=', 'signed').execute()).toHaveLength(1);
}, 90_000);

test('rejects a document with a problem instead of signing it', async () => {
  await typeCode(bea);
  const { transaction, fileId } = await sent();
  const base = await bea.contentOf(fileId);
  await upload(bea, transaction, fileId, base);
  expect(problemsOf((await askServer(bea, transaction, fileId)).body)).toEqual(['sign_field_not_found']);
  const other = Buffer.concat([base.subarray(0, 20), Buffer.from('%'), base.subarray(20)]);
  await upload(bea, transaction, fileId, other);
  expect((await askServer(bea, transaction, fileId)).status).toBe(422);
  // It is not his turn.
  expect((await askServer(carl, transaction, fileId)).status).toBe(403);
  expect((await ada.call('files.getMeta', { params: { id: fileId } })).version).toBe(2);
}, 90_000);

test('rejects a server signature if the sender requires the key on the signer\'s device', async () => {
  const { transaction, fileId } = await sent({ requireLocalCertificate: true });
  await upload(bea, transaction, fileId, await prepared(bea, transaction, fileId));
  const refused = await askServer(bea, transaction, fileId);
  expect(refused.status).toBe(409);
  expect((refused.body as ErrorBody).error).toMatchObject({ code: 'sign_conditions_not_accepted', details: { reason: 'local_certificate' } });
}, 90_000);

test('a revoked certificate signs nothing', async () => {
  const { transaction, fileId } = await sent();
  const key = await enroll(bea);
  const serial = new X509Certificate(key.certificate).serialNumber.toLowerCase();
  await bea.call('certificates.revoke', { body: { serial, reason: 'keyCompromise' } });
  const refused = await deliver(bea, transaction, fileId, await signedCopy(engine, bea, key, transaction, fileId, { values: { name: 'Bea' } }));
  expect((refused.body as ErrorBody).error.code).toBe('sign_certificate_revoked');
}, 90_000);
