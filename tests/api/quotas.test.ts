/** What plans hold back of templates and bulk sends: a refused act costs nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client, samplePdf } from './client.ts';
import { draft, sign, start } from './transaction-world.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ BILLING: 'true' }, acceptingDocuments);
});
afterAll(() => server.close());

const quotasOf = async (who: Client) => {
  const { transactionsQuota, templatesQuota } = (await who.call('profile.get')).featureFlags;
  return { transactionsQuota, templatesQuota };
};

test('a template from a transaction counts against the quota, and one over it is rejected', async () => {
  const who = await Client.signIn(server, 'free@example.org');
  const source = await draft(who, ['bea@example.org']);
  await who.call('templates.fromTransaction', { params: { id: source.id }, body: {} });
  expect(await quotasOf(who)).toEqual({ transactionsQuota: 5, templatesQuota: 0 });
  const files = (await who.call('files.list')).counters.all;
  expect(await who.refusal('templates.fromTransaction', { params: { id: source.id }, body: {} })).toBe('limit_exceeded');
  expect((await who.call('files.list')).counters.all).toBe(files);
});

test('a person without remaining requests cannot create one from a template', async () => {
  const who = await Client.signIn(server, 'used@example.org');
  const file = await who.addFile(samplePdf());
  const template = await who.call('templates.create', { body: { fileIds: [file.id], recipients: [{ role: 'signer' }] } });
  for (let time = 0; time < 5; time += 1) await start(who, await draft(who, ['bea@example.org']));
  const use = { params: { id: template.id }, body: { templateRolesData: [{ role: 'signer', email: 'bea@example.org' }] } };
  expect(await who.refusal('templates.use', use)).toBe('limit_exceeded');
});

test('M4: organizations of one owner share the free plan, and deleting one restores nothing', async () => {
  const who = await Client.signIn(server, 'founder@example.org');
  const found = async (name: string) => (await who.call('organizations.create', { body: { name } })).id;
  const body = { fileIds: [(await who.addFile(samplePdf())).id], recipients: [{ email: 'bea@example.org' }] };
  const one = await found('One');
  const { db } = server.infrastructure;
  await db.insertInto('subscriptions').values({ holder_id: who.userId, holder_type: 'person', transactions_used: 5 }).execute();
  await db.insertInto('subscriptions').values({ holder_id: one, holder_type: 'organization', transactions_used: 5 }).execute();
  await who.call('organizations.delete', { params: { id: one } });
  const two = await found('Two');
  expect(await who.refusal('transactions.create', { query: { orgId: two }, body })).toBe('limit_exceeded');
  expect((await who.call('organizations.get', { params: { id: two } })).featureFlags).toMatchObject({ transactionsQuota: 0 });
});

test('bulk sends belong to the Enterprise plan', async () => {
  const who = await Client.signIn(server, 'small@example.org');
  const file = await who.addFile(samplePdf());
  const template = await who.call('templates.create', { body: { fileIds: [file.id], recipients: [{ role: 'signer' }] } });
  const body = { sourceType: 'template' as const, sourceId: template.id, recipients: [{ email: 'bea@example.org' }] };
  expect(await who.refusalBody('bulks.create', { body })).toMatchObject({ code: 'permission_denied', details: { features: ['allowBulkSending'] } });
});

test('a template counts against the quota of its owner', async () => {
  const [giver, taker] = [await Client.signIn(server, 'giver@example.org'), await Client.signIn(server, 'taker@example.org')];
  const make = async (who: Client) => who.call('templates.create', { body: { fileIds: [(await who.addFile(samplePdf())).id], recipients: [{ role: 'signer' }] } });
  const template = await make(giver);
  const params = { id: template.id };
  await giver.call('templates.share', { params, body: { participants: [{ email: taker.email }] } });
  const own = await make(taker);
  expect(await giver.refusal('templates.changeOwner', { params, body: { userId: taker.userId } })).toBe('limit_exceeded');
  expect((await giver.call('templates.get', { params })).ownerId).toBe(giver.userId);
  await taker.call('templates.delete', { params: { id: own.id } });
  await giver.call('templates.changeOwner', { params, body: { userId: taker.userId } });
  expect([(await quotasOf(giver)).templatesQuota, (await quotasOf(taker)).templatesQuota]).toEqual([1, 0]);
  await taker.call('templates.delete', { params });
  expect([(await quotasOf(giver)).templatesQuota, (await quotasOf(taker)).templatesQuota]).toEqual([1, 1]);
});

test('a feature that the plan lacks cannot be added later: another signer, an audit trail, a prepared draft', async () => {
  const who = await Client.signIn(server, 'plain@example.org');
  const bea = await Client.signIn(server, 'bea@example.org', { type: 'guest' });
  const created = await who.call('transactions.create', { body: { fileIds: [(await who.addFile(samplePdf())).id] } });
  const sent = await start(who, await draft(who, ['bea@example.org']));
  const params = { id: sent.id };
  const body = { fromUserId: sent.recipients[0]!.id, toUser: { email: 'carl@example.org' }, reason: 'Moved' };
  expect(await who.refusalBody('transactions.reassign', { params, body })).toMatchObject({ code: 'permission_denied', details: { features: ['allowSignerReassignment'] } });
  await sign(bea, sent);
  expect(await who.refusalBody('transactions.generateAudit', { params })).toMatchObject({ code: 'permission_denied', details: { features: ['allowAuditTrail'] } });
  for (let time = 1; time < 5; time += 1) await start(who, await draft(who, ['bea@example.org']));
  expect(await who.refusal('transactions.update', { params: { id: created.id }, body: { name: 'Ready' } })).toBe('limit_exceeded');
});
