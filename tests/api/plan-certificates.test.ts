/** What plans hold back of certificates that others have issued: real documents, real signatures. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction, TransactionOptions } from '#contract/entities/transaction.ts';
import { setOverride, type OverridableFlag } from '#server/repositories/feature-overrides.repository.ts';
import { trustService, type TrustService } from '../support/trust-service.ts';
import { Client } from './client.ts';
import { deliver, enroll, openSigners, signedCopy, startForReal, type Signers, type SigningKey } from './real-signing.ts';
import { at, contact } from './transaction-world.ts';

let trusted: TrustService;
let { server, engine, form, ada, bea, beasKey } = {} as Signers;
beforeAll(async () => {
  trusted = await trustService();
  const roots = join(tmpdir(), `countersign-plan-roots-${process.pid}.pem`);
  writeFileSync(roots, trusted.rootPem);
  ({ server, engine, form, ada, bea, beasKey } = await openSigners({ BILLING: 'true', TRUSTED_CERTIFICATES: roots }));
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

const grant = (holderId: string, flag: OverridableFlag, value: boolean) =>
  server.infrastructure.db.transaction().execute((tx) => setOverride(tx, holderId, flag, value));

async function drafted(signer: Client, options: Partial<TransactionOptions> = {}, files = 1): Promise<Transaction> {
  const fileIds = [];
  for (let index = 0; index < files; index += 1) fileIds.push((await ada.addFile(form, `Lease ${index}.pdf`)).id);
  // How many a plan holds is looked at elsewhere.
  await server.infrastructure.db.updateTable('subscriptions').set({ transactions_used: 0 }).where('holder_id', '=', ada.userId).execute();
  const created = await ada.call('transactions.create', { body: { fileIds } });
  return ada.call('transactions.update', { ...at(created), body: { options, recipients: [contact(signer.email)] } });
}

async function signWith(signer: Client, sent: Transaction, key: SigningKey, fileId = sent.fileIds[0]!) {
  const now = await ada.call('transactions.get', at(sent));
  return deliver(signer, now, fileId, await signedCopy(engine, signer, key, now, fileId));
}

const refused = { status: 403, body: { error: { code: 'permission_denied', details: { features: ['allowTrustedCertificates'] } } } };

test.each([
  ['allowSmartCardTransactions', 'requireSmartCard'], ['allowQualifiedCertTransactions', 'requireQualifiedCertificate'],
] as const)('%s is blocked on a new request, and allowed where it was already in use', async (flag, option) => {
  const draft = await drafted(bea, { [option]: true });
  await expect(startForReal(engine, ada, draft)).rejects.toThrow(`"features":["${flag}"]`);
  await grant(ada.userId, flag, true);
  const permitted = await drafted(bea, { [option]: true });
  await grant(ada.userId, flag, false);
  expect((await startForReal(engine, ada, permitted)).status).toBe('pending');
}, 60_000);

test('an external certificate needs a plan of the signer or of the signer\'s organization', async () => {
  const dora = await Client.signIn(server, 'dora@example.org', { firstName: 'Dora', lastName: 'Blum' });
  const sent = await startForReal(engine, ada, await drafted(dora));
  const key = await trusted.issue({ name: 'Dora Blum' });
  expect(await signWith(dora, sent, key)).toMatchObject(refused);
  const { id } = await dora.call('organizations.create', { body: { name: 'Works' } });
  await grant(id, 'allowTrustedCertificates', true);
  expect(await signWith(dora, sent, key)).toMatchObject({ status: 200 });
}, 60_000);

test('an external certificate is allowed if the signer has used one before; the installation\'s own always is', async () => {
  const sent = await startForReal(engine, ada, await drafted(bea, {}, 2));
  const key = await trusted.issue({ name: 'Bea' });
  await grant(bea.userId, 'allowTrustedCertificates', true);
  expect(await signWith(bea, sent, key, sent.fileIds[0])).toMatchObject({ status: 200 });
  await grant(bea.userId, 'allowTrustedCertificates', false);
  expect(await signWith(bea, sent, key, sent.fileIds[1])).toMatchObject({ status: 200 });
  const another = await startForReal(engine, ada, await drafted(bea));
  expect(await signWith(bea, another, key)).toMatchObject(refused);
  expect(await signWith(bea, another, beasKey)).toMatchObject({ status: 200 });
}, 90_000);

test('an external certificate is allowed if the sender requires one', async () => {
  const carl = await Client.signIn(server, 'carl@example.org', { type: 'guest' });
  await enroll(carl);
  await grant(ada.userId, 'allowQualifiedCertTransactions', true);
  const sent = await startForReal(engine, ada, await drafted(carl, { requireQualifiedCertificate: true }));
  expect(await signWith(carl, sent, await trusted.issue({ name: 'Carl', qualified: true }))).toMatchObject({ status: 200 });
}, 60_000);
