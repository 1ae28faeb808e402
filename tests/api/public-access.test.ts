/** Public access: the owner opens a file or request to everybody who knows its address, at any time, without giving away addresses. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import type { Client } from './client.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { at, draft, openTransactionWorld, sign, start, type TransactionWorld } from './transaction-world.ts';

let { server, ada, bea, carl, dora, eve } = {} as TransactionWorld;
beforeAll(async () => {
  ({ server, ada, bea, carl, dora, eve } = await openTransactionWorld({ RUN_JOBS: 'true' }));
});
afterAll(() => server.close());

const running = async (recipients = ['bea@example.org', 'carl@example.org']): Promise<Transaction> => {
  const drafted = await draft(ada, recipients, { cc: [{ email: 'dora@example.org', firstName: 'Copy' }], message: { title: 'Between us', body: 'Private words' }, options: { includeFileAudit: true } });
  const field = { id: 'name', page: 1, rect: { x: 10, y: 10, width: 20, height: 3 }, recipient: { email: 'bea@example.org', role: 'signer' } };
  await ada.call('files.updateMeta', { params: { id: drafted.fileIds[0] ?? '' }, body: { attributes: { fields: [field] } } });
  return start(ada, drafted);
};
/** What nobody outside may read of such a request. */
const secrets = /@example\.org|Between us|Private words|Copy/;
const publish = (id: string, isPublic: boolean, person: Client = ada) => person.call('transactions.update', { params: { id }, body: { public: isPublic } });

test('everybody may read a public request and its files, once it was sent; nobody learns an address', async () => {
  const transaction = await running();
  expect(await eve.refusal('transactions.get', at(transaction))).toBe('permission_denied');
  expect(await publish(transaction.id, true)).toMatchObject({ public: true, status: 'pending' });
  const seen = await eve.call('transactions.get', at(transaction));
  expect(seen).toMatchObject({ name: 'Lease', public: true, cc: [], sharedWith: [] });
  expect(seen.recipients.map(({ firstName, email, phone }) => [firstName, email, phone])).toEqual([['bea', null, null], ['carl', null, null]]);
  const [fileId = ''] = transaction.fileIds;
  const file = await eve.call('files.getMeta', { params: { id: fileId } });
  expect((await eve.call('files.downloadUrl', { params: { id: fileId } })).url).toContain('http');
  expect(file.attributes.fields).toMatchObject([{ recipient: { email: null, role: 'signer' } }]);
  expect(JSON.stringify([seen, file])).not.toMatch(secrets);
  // Those who have a part in it see what they saw before.
  expect((await bea.call('transactions.get', at(transaction))).recipients[0]?.email).toBe('bea@example.org');
});

test('a public request can be read only, and no longer after the owner ends it', async () => {
  const transaction = await running();
  await publish(transaction.id, true);
  expect(await eve.refusal('transactions.insights', at(transaction))).toBe('permission_denied');
  expect(await eve.refusal('transactions.update', { ...at(transaction), body: { public: false } })).toBe('permission_denied');
  expect(await bea.refusal('transactions.update', { ...at(transaction), body: { public: false } })).toBe('permission_denied');
  await sign(bea, transaction);
  expect(await publish(transaction.id, false)).toMatchObject({ public: false });
  expect(await eve.refusal('transactions.get', at(transaction))).toBe('permission_denied');
  expect(await eve.refusal('files.getMeta', { params: { id: transaction.fileIds[0] ?? '' } })).toBe('permission_denied');
});

test('whoever has a part in it and may not read it yet sees what everybody sees, and removes nothing', async () => {
  const transaction = await running();
  await publish(transaction.id, true);
  for (const person of [carl, dora]) {
    const seen = [await person.call('transactions.get', at(transaction)), await person.call('files.getMeta', { params: { id: transaction.fileIds[0] ?? '' } })];
    expect(JSON.stringify(seen), person.email).not.toMatch(secrets);
    expect(await person.refusal('transactions.delete', at(transaction))).toBe('permission_denied');
  }
  await sign(bea, transaction);
  await sign(carl, transaction);
  expect((await dora.call('transactions.get', at(transaction))).message.body).toBe('Private words');
});

test('the audit trail of a public request is not public', async () => {
  const transaction = await running(['bea@example.org']);
  await publish(transaction.id, true);
  await sign(bea, transaction);
  const { auditFileId } = await vi.waitFor(async () => {
    const { attributes } = await ada.call('transactions.get', at(transaction));
    expect(attributes.auditStatus).toBe('resolved');
    return attributes;
  }, { timeout: 40_000, interval: 250 });
  const audit = { params: { id: auditFileId ?? '' } };
  expect((await eve.call('transactions.get', at(transaction))).attributes).toMatchObject({ auditStatus: null, auditFileId: null });
  expect(await eve.refusal('files.getMeta', audit)).toBe('permission_denied');
  expect(await eve.refusal('files.downloadUrl', audit)).toBe('permission_denied');
  expect(await bea.call('files.getMeta', audit)).toMatchObject({ type: 'audit' });
});

test('an owner who deletes it ends its public access', async () => {
  const transaction = await running(['bea@example.org']);
  await publish(transaction.id, true);
  await sign(bea, transaction);
  await ada.call('transactions.delete', at(transaction));
  expect(await bea.call('transactions.get', at(transaction))).toMatchObject({ public: false });
  for (const call of ['transactions.get', 'transactions.insights'] as const) expect(await eve.refusal(call, at(transaction))).toBe('permission_denied');
  expect(await eve.refusal('files.downloadUrl', { params: { id: transaction.fileIds[0] ?? '' } })).toBe('permission_denied');
});

test('the history says what it was, and only those who have a part in it write there', async () => {
  const transaction = await running(['bea@example.org']);
  const [id = ''] = transaction.fileIds;
  const actionsOf = async (resource: string) => (await sql<{ action: string }>`select action from insights where resource_id = ${resource} order by number`.execute(server.infrastructure.db)).rows.map(({ action }) => action);
  const before = [await actionsOf(transaction.id), await actionsOf(id)];
  await publish(transaction.id, true);
  await eve.call('files.reportEvent', { params: { id }, body: { event: 'file_constented_use_esignatures' } });
  await eve.call('transactions.get', at(transaction));
  await publish(transaction.id, false);
  await ada.call('files.updateMeta', { params: { id }, body: { public: true } });
  await eve.call('files.reportEvent', { params: { id }, body: { event: 'file_download' } });
  await bea.call('files.reportEvent', { params: { id }, body: { event: 'file_download' } });
  expect([await actionsOf(transaction.id), await actionsOf(id)]).toEqual([[...before[0]!, 'resource_published', 'resource_unpublished'], [...before[1]!, 'resource_published', 'file_download']]);
});

test('it is changed on the version that the owner saw', async () => {
  const transaction = await running();
  const { version } = transaction;
  expect(await ada.refusal('transactions.update', { ...at(transaction), body: { public: true, version: version - 1 } })).toBe('conflict');
  expect(await ada.call('transactions.update', { ...at(transaction), body: { public: true, version } })).toMatchObject({ public: true });
});

test('a draft stays private, and its other properties still change only before it is sent', async () => {
  const transaction = await draft(ada, ['bea@example.org']);
  await publish(transaction.id, true);
  expect(await eve.refusal('transactions.get', at(transaction))).toBe('permission_denied');
  const sent = await running();
  expect(await ada.refusal('transactions.update', { ...at(sent), body: { public: true, name: 'Other' } })).toBe('permission_denied');
  expect((await ada.call('transactions.get', at(sent))).public).toBe(false);
});

test('the owner of a file changes its public access after it was sent, and nothing else', async () => {
  const { fileIds: [id = ''] } = await running();
  expect((await ada.call('files.updateMeta', { params: { id }, body: { public: true } })).public).toBe(true);
  expect((await eve.call('files.getMeta', { params: { id } })).title).toBe('Agreement.pdf');
  expect(await eve.refusal('files.updateMeta', { params: { id }, body: { public: false } })).toBe('permission_denied');
  expect(await ada.refusal('files.updateMeta', { params: { id }, body: { public: true, attributes: { title: 'Other.pdf' } } })).toBe('resource_in_use');
});
