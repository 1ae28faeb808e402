/** What senders can insist on: protected documents, qualified certificates, smart cards. Real documents, real signatures. */
import { writeFileSync } from 'node:fs';
import { bytesOf } from '@countersign/core/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transaction, TransactionOptions } from '#contract/entities/transaction.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp } from '../support/app.ts';
import { trustService, type TrustService } from '../support/trust-service.ts';
import { Client } from './client.ts';
import { deliver, openSigners, place, problemsOf, signBytes, signedCopy, startForReal, upload, type Signers, type SigningKey } from './real-signing.ts';
import { at, contact } from './transaction-world.ts';

let trusted: TrustService;
let { server, engine, form, ada, bea, carl, beasKey, carlsKey } = {} as Signers;
beforeAll(async () => {
  trusted = await trustService();
  const roots = join(tmpdir(), `countersign-roots-${process.pid}.pem`);
  writeFileSync(roots, trusted.rootPem);
  ({ server, engine, form, ada, bea, carl, beasKey, carlsKey } = await openSigners({ TRUSTED_CERTIFICATES: roots, RUN_JOBS: 'true' }));
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

async function draftWith(options: Partial<TransactionOptions>): Promise<Transaction> {
  const file = await ada.addFile(form, 'Lease.pdf');
  await ada.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields: [place('name', 18, bea.email)] } } });
  const created = await ada.call('transactions.create', { body: { fileIds: [file.id] } });
  return ada.call('transactions.update', { ...at(created), body: { options, recipients: [contact(bea.email), contact(carl.email)] } });
}

describe('protected documents', () => {
  const password = 'open sesame';

  /** The document as the sender encrypts it, with the fields placed in it. */
  async function protectedDraft(): Promise<{ draft: Transaction; fileId: string; base: Buffer }> {
    const draft = await draftWith({ requirePasswordProtection: true });
    const [fileId = ''] = draft.fileIds;
    const plain = await engine.open(form);
    const base = Buffer.from(await bytesOf(form, await plain.encrypt({ user: password, owner: password })));
    await plain.close();
    const { url } = await ada.call('files.updateUrl', { params: { id: fileId }, body: { mimeType: 'application/pdf' } });
    await ada.put(url, base);
    return { draft, fileId, base };
  }

  async function prepare(draft: Transaction, fileId: string, base: Buffer, opened: { password?: string }): Promise<void> {
    const meta = await ada.call('files.getMeta', { params: { id: fileId } });
    const { preparedFields } = await import('#contract/entities/signature-anchor.ts');
    const document = await engine.open(base, opened);
    const tail = await document.placeFields(preparedFields(meta.attributes.fields, draft.recipients));
    await document.close();
    await upload(ada, draft, fileId, Buffer.concat([base, tail.bytes]));
  }

  test('are sent, signed by people with the password, and stay protected', async () => {
    const { draft, fileId, base } = await protectedDraft();
    await prepare(draft, fileId, base, { password });
    expect(await ada.refusal('transactions.start', at(draft))).toBe('required_property');
    expect(await ada.refusal('transactions.start', { ...at(draft), body: { password: 'wrong' } })).toBe('pdf_incorrect_password');
    const plain = await ada.call('files.downloadUrl', { params: { id: fileId }, query: { version: 1 } });
    const sent = await ada.call('transactions.start', { ...at(draft), body: { password } });
    // What it was without protection is gone, for everybody and whatever address was given for it.
    for (const person of [ada, bea]) expect(await person.refusal('files.downloadUrl', { params: { id: fileId }, query: { version: 1 } })).toBe('version_not_found');
    await expect.poll(() => ada.fetch(plain.url).then(() => 'there', (error: Error) => error.message.slice(0, 13)), { timeout: 20_000 }).toBe('download: 404');
    expect(JSON.stringify(await bea.call('transactions.get', at(sent)))).not.toContain(password);
    const { rows: [row] } = await server.infrastructure.pool.query('select * from transactions where id = $1', [sent.id]);
    expect(row.password_sealed.length).toBeGreaterThan(password.length);
    expect(row.password_sealed.includes(password)).toBe(false);

    for (const [person, key] of [[bea, beasKey], [carl, carlsKey]] as const) {
      const running = await ada.call('transactions.get', at(sent));
      const recipient = running.recipients.find((each) => !each.completed)!;
      const bytes = await signBytes(engine, await person.contentOf(fileId), key, `signature-${recipient.id}`, {}, password);
      expect((await deliver(person, running, fileId, bytes)).status).toBe(200);
    }
    expect((await ada.call('transactions.get', at(sent))).status).toBe('completed');
    const body = await ada.contentOf(fileId);
    await expect(engine.open(body)).rejects.toMatchObject({ code: 'pdf_password' });
    const document = await engine.open(body, { password });
    const reports = await document.verify({ trust: [server.infrastructure.authority.rootCertificate()], at: Math.floor(Date.now() / 1000) });
    expect(reports.map(({ kind, level, acceptable }) => [kind === 'signature' ? level : kind, acceptable])).toEqual([['B-LTA', true], ['B-LTA', true], ['documentTimestamp', true]]);
    expect((await server.infrastructure.pool.query('select password_sealed from transactions where id = $1', [sent.id])).rows).toEqual([{ password_sealed: null }]);
  }, 90_000);

  test('are rejected if not protected, and so is an unneeded password', async () => {
    const draft = await draftWith({ requirePasswordProtection: true });
    const [fileId = ''] = draft.fileIds;
    await prepare(draft, fileId, await ada.contentOf(fileId), {});
    expect(await ada.refusal('transactions.start', { ...at(draft), body: { password } })).toBe('failed_to_encrypt');
    expect(await ada.refusal('transactions.start', { ...at(await draftWith({})), body: { password } })).toBe('request_validation_error');
  }, 60_000);
});

describe('certificates of other issuers', () => {
  const signWith = async (sent: Transaction, key: SigningKey) => {
    const [fileId = ''] = sent.fileIds;
    return deliver(bea, sent, fileId, await signedCopy(engine, bea, key, sent, fileId));
  };

  test('are accepted if the administrator trusts the issuer', async () => {
    const sent = await startForReal(engine, ada, await draftWith({}));
    expect(await signWith(sent, await trusted.issue({ name: 'Bea Grün' }))).toMatchObject({ status: 200 });
    const strict = await startForReal(engine, ada, await draftWith({ requireCertificateContactMatch: true }));
    expect(problemsOf((await signWith(strict, await trusted.issue({ name: 'Bea Grün' }))).body)).toEqual(['signature_of_another']);
    expect(await signWith(strict, await trusted.issue({ name: 'Bea Grün', email: bea.email }))).toMatchObject({ status: 200 });
  }, 90_000);

  test('must be qualified or on a smart card if the sender requires it', async () => {
    const sent = await startForReal(engine, ada, await draftWith({ requireQualifiedCertificate: true, requireSmartCard: true }));
    expect(problemsOf((await signWith(sent, beasKey)).body)).toEqual(['certificate_not_qualified', 'certificate_not_on_card']);
    expect(problemsOf((await signWith(sent, await trusted.issue({ name: 'Bea' }))).body)).toEqual(['certificate_not_qualified', 'certificate_not_on_card']);
    expect(problemsOf((await signWith(sent, await trusted.issue({ name: 'Bea', qualified: true }))).body)).toEqual(['certificate_not_on_card']);
    expect(await signWith(sent, await trusted.issue({ name: 'Bea', qualified: true, onDevice: true }))).toMatchObject({ status: 200 });
  }, 90_000);

  test('cannot be required unless another issuer is trusted', async () => {
    const alone = await startTestApp();
    const paul = await Client.signIn(alone, 'paul@example.org');
    expect((await paul.call('profile.get')).featureFlags).toMatchObject({ allowQualifiedCertTransactions: false, allowSmartCardTransactions: false, allowRemoteIdentityVerification: true });
    const file = await paul.addFile(form);
    const draft = await paul.call('transactions.create', { body: { fileIds: [file.id], recipients: [contact('bea@example.org')], options: { requireSmartCard: true } } });
    expect(await paul.refusalBody('transactions.start', { ...at(draft) })).toMatchObject({ code: 'feature_not_supported', details: { options: ['requireSmartCard'] } });
    await alone.close();
  });
});

test('rejects a document whose check times out, with that reason', async () => {
  const hasty = await startTestApp({ CHECK_TIME_LIMIT: '1' });
  const paul = await Client.signIn(hasty, 'paul@example.org');
  const file = await paul.addFile(form);
  const draft = await paul.call('transactions.create', { body: { fileIds: [file.id], recipients: [contact('bea@example.org')] } });
  await expect(startForReal(engine, paul, draft)).rejects.toThrow('request_timeout_error');
  expect((await paul.call('transactions.get', at(draft))).status).toBe('created');
  await hasty.close();
}, 60_000);
