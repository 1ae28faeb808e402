/** Real signatures on documents of which only tails are uploaded: by a signer's own key and by the server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { findDrift } from '#server/repositories/storage-use.repository.ts';
import { withAttachment } from '../fixtures/with-attachment.ts';
import type { Client } from './client.ts';
import { deliver, openSigners, place, problemsOf, signedCopy, startForReal, strangersKey, upload, type Signers } from './real-signing.ts';
import { at, contact, signBody } from './transaction-world.ts';

let { server, engine, form, ada, bea, carl, beasKey, carlsKey } = {} as Signers;
beforeAll(async () => {
  ({ server, engine, form, ada, bea, carl, beasKey, carlsKey } = await openSigners());
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

async function sent(bytes = form): Promise<{ transaction: Transaction; fileId: string }> {
  const file = await ada.addFile(bytes, 'Lease.pdf');
  await ada.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields: [place('name', 18, bea.email)] } } });
  const created = await ada.call('transactions.create', { body: { fileIds: [file.id] } });
  const draft = await ada.call('transactions.update', { ...at(created), body: { recipients: [contact(bea.email), contact(carl.email)] } });
  return { transaction: await startForReal(engine, ada, draft, { asTails: true }), fileId: file.id };
}

async function signAsTail(person: Client, key: Signers['beasKey'], transaction: Transaction, fileId: string, values = {}): Promise<Transaction> {
  const base = await person.contentOf(fileId);
  const answer = await deliver(person, transaction, fileId, await signedCopy(engine, person, key, transaction, fileId, { values }), base);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as Transaction;
}

async function signedByServer(person: Client, transaction: Transaction, fileId: string): Promise<Transaction> {
  const base = await person.contentOf(fileId);
  await upload(person, transaction, fileId, await signedCopy(engine, person, await strangersKey(), transaction, fileId, { values: { name: 'Bea' } }), base);
  await person.call('certificates.sendCode');
  const mail = await server.infrastructure.db.selectFrom('mails').selectAll().where('template', '=', 'certificate_code').where('recipient', '=', person.email).orderBy('created_at', 'desc').executeTakeFirstOrThrow();
  await person.call('certificates.submitCode', { body: { code: /\b\d{6}\b/.exec(mail.text_body)?.[0] ?? '' } });
  const body = signBody(person, fileId);
  return person.call('transactions.sign', { ...at(transaction), body: { ...body, appendedSignatures: body.appendedSignatures.map((each) => ({ ...each, signatureType: 'server' })) } });
}

/** The objects of all versions of the file, each once, with their sizes. */
async function objectsOf(fileId: string): Promise<Map<string, number>> {
  const { rows } = await server.infrastructure.pool.query<{ ref: string; size: string }>(
    'select distinct coalesce(part_ref, v.body_ref) as ref, coalesce(p.size, v.size) as size from file_versions v left join body_parts p using (body_ref) where file_id = $1', [fileId]);
  return new Map(rows.map(({ ref, size }) => [ref, Number(size)]));
}

async function expectValid(fileId: string): Promise<void> {
  const content = await ada.contentOf(fileId);
  const document = await engine.open(content);
  const reports = await document.verify({ trust: [server.infrastructure.authority.rootCertificate()], at: Math.floor(Date.now() / 1000) });
  await document.close();
  expect(reports.filter(({ kind }) => kind === 'signature').map(({ signer, acceptable }) => [signer?.email, acceptable])).toEqual([[bea.email, true], [carl.email, true]]);
  const objects = [...(await objectsOf(fileId)).values()];
  // The fields, two signatures and the proof of their time.
  expect(objects).toHaveLength(5);
  expect(objects.reduce((sum, size) => sum + size, 0)).toBe(content.length);
  expect(await findDrift(server.infrastructure.db)).toEqual([]);
}

test('of two signers with keys of their own', async () => {
  const { transaction, fileId } = await sent();
  const afterBea = await signAsTail(bea, beasKey, transaction, fileId, { name: 'Bea' });
  expect((await signAsTail(carl, carlsKey, afterBea, fileId)).status).toBe('completed');
  await expectValid(fileId);
}, 90_000);

test('of the server, which replaces only the tail', async () => {
  const { transaction, fileId } = await sent();
  const afterBea = await signedByServer(bea, transaction, fileId);
  expect((await signAsTail(carl, carlsKey, afterBea, fileId)).status).toBe('completed');
  await expectValid(fileId);
}, 90_000);

test('a tail that is no signature is refused, and changes nothing', async () => {
  const { transaction, fileId } = await sent();
  const base = await bea.contentOf(fileId);
  const answer = await deliver(bea, transaction, fileId, Buffer.concat([base, Buffer.from('\n% nothing\n%%EOF\n')]), base);
  expect(answer.status).toBe(422);
  expect(problemsOf(answer.body)).toContain('signature_missing');
  expect(await ada.call('transactions.get', at(transaction))).toEqual(transaction);
  expect((await ada.call('files.getMeta', { params: { id: fileId } })).version).toBe(2);
}, 90_000);

test('a document with a broken signature is not sent', async () => {
  const { transaction, fileId } = await sent(await withAttachment(form, 2000));
  const signed = await signedCopy(engine, bea, beasKey, transaction, fileId, { values: { name: 'Bea' } });
  const broken = Buffer.from(signed);
  const inside = broken.indexOf('EmbeddedFile') + 800;
  broken[inside] = (broken[inside] ?? 0) ^ 1;
  for (const [bytes, problems] of [[signed, []], [broken, ['earlier_signature_broken']]] as const) {
    const file = await ada.addFile(bytes, 'Signed before.pdf');
    const created = await ada.call('transactions.create', { body: { fileIds: [file.id] } });
    const draft = await ada.call('transactions.update', { ...at(created), body: { recipients: [contact(carl.email)] } });
    const refusal = await startForReal(engine, ada, draft, { asTails: true }).then(() => '', String);
    expect([...refusal.matchAll(/"code":"(earlier_[a-z_]+)"/g)].map(([, code]) => code), refusal).toEqual(problems);
  }
}, 60_000);
