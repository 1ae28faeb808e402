/** What plans hold back of templates and bulk sends: a refused act costs nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client, samplePdf } from './client.ts';
import { draft, start } from './transaction-world.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ BILLING: 'true' }, acceptingDocuments);
});
afterAll(() => server.close());

const quotasOf = async (who: Client) => {
  const { transactionsQuota, templatesQuota } = (await who.call('profile.get')).featureFlags;
  return { transactionsQuota, templatesQuota };
};

test('a template from a transaction counts like any other, and one too many is refused', async () => {
  const who = await Client.signIn(server, 'free@example.org');
  const source = await draft(who, ['bea@example.org']);
  await who.call('templates.fromTransaction', { params: { id: source.id }, body: {} });
  expect(await quotasOf(who)).toEqual({ transactionsQuota: 5, templatesQuota: 0 });
  const files = (await who.call('files.list')).counters.all;
  expect(await who.refusal('templates.fromTransaction', { params: { id: source.id }, body: {} })).toBe('limit_exceeded');
  expect((await who.call('files.list')).counters.all).toBe(files);
});

test('who has no requests left makes none from a template', async () => {
  const who = await Client.signIn(server, 'used@example.org');
  const file = await who.addFile(samplePdf());
  const template = await who.call('templates.create', { body: { fileIds: [file.id], recipients: [{ role: 'signer' }] } });
  for (let time = 0; time < 5; time += 1) await start(who, await draft(who, ['bea@example.org']));
  const use = { params: { id: template.id }, body: { templateRolesData: [{ role: 'signer', email: 'bea@example.org' }] } };
  expect(await who.refusal('templates.use', use)).toBe('limit_exceeded');
});

test('bulk sends belong to the Enterprise plan', async () => {
  const who = await Client.signIn(server, 'small@example.org');
  const file = await who.addFile(samplePdf());
  const template = await who.call('templates.create', { body: { fileIds: [file.id], recipients: [{ role: 'signer' }] } });
  const body = { sourceType: 'template' as const, sourceId: template.id, recipients: [{ email: 'bea@example.org' }] };
  expect(await who.refusalBody('bulks.create', { body })).toMatchObject({ code: 'permission_denied', details: { features: ['allowBulkSending'] } });
});
