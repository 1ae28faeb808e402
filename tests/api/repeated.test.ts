/** A create that names its id may be sent again, while the first is at work or after its answer got lost: the same answer, and one effect. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CallId } from '#contract/calls/calls.ts';
import { openNetwork } from '#server/adapters/fetching/public-addresses.ts';
import { newId } from '#server/platform/id.ts';
import { type Client, samplePdf, samplePng } from './client.ts';
import { contact, draft, openTransactionWorld, type TransactionWorld } from './transaction-world.ts';

let server: TransactionWorld['server'];
let ada: Client;
let eve: Client;
let web: Server;
/** A document elsewhere, which is given out when so many have asked for it. */
const elsewhere = { url: '', askers: 1 };

beforeAll(async () => {
  ({ server, ada, eve } = await openTransactionWorld());
  // For these tests this machine is the open network.
  vi.spyOn(openNetwork, 'contains').mockReturnValue(true);
  const waiting: (() => void)[] = [];
  web = createServer((_, response) => {
    waiting.push(() => response.writeHead(200, { 'content-type': 'application/pdf' }).end(samplePdf('elsewhere')));
    if (waiting.length >= elsewhere.askers) for (const give of waiting.splice(0)) give();
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  elsewhere.url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/Lease.pdf`;
});
beforeEach(() => {
  elsewhere.askers = 1;
});
afterAll(async () => {
  vi.restoreAllMocks();
  web.closeAllConnections();
  web.close();
  await server.close();
});

interface Repeated {
  params?: Record<string, string>;
  body: Record<string, unknown>;
}

async function template(): Promise<string> {
  const file = await ada.addFile(samplePdf(`template ${newId()}`));
  return (await ada.call('templates.create', { body: { name: 'Lease', fileIds: [file.id], recipients: [{ role: 'Tenant' }] } })).id;
}

/** What makes each thing, with all that it needs. */
const creates: Partial<Record<CallId, () => Promise<Repeated>>> = {
  'files.createMeta': async () => {
    const { url, bodyRef } = await ada.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
    await ada.put(url, samplePdf());
    return { body: { bodyRef, attributes: { title: 'Lease' } } };
  },
  'files.importUrl': () => Promise.resolve({ body: { url: elsewhere.url } }),
  'transactions.create': async () => ({ body: { name: 'Lease', fileIds: [(await ada.addFile(samplePdf('a'))).id], recipients: [contact('bea@example.org')] } }),
  'transactions.duplicate': async () => ({ params: { id: (await draft(ada, ['bea@example.org'])).id }, body: {} }),
  'templates.create': async () => ({ body: { name: 'Lease', fileIds: [(await ada.addFile(samplePdf('b'))).id], recipients: [{ role: 'Tenant' }] } }),
  'templates.use': async () => ({ params: { id: await template() }, body: { templateRolesData: [{ role: 'Tenant', ...contact('bea@example.org') }] } }),
  'templates.fromTransaction': async () => ({ params: { id: (await draft(ada, ['bea@example.org'])).id }, body: {} }),
  'bulks.create': async () => ({ body: { sourceType: 'template', sourceId: await template(), recipients: [{ email: 'one@example.org' }] } }),
  'contacts.create': async () => ({ body: { email: `${newId()}@example.org`, firstName: 'Bea' } }),
  'media.create': async () => {
    const { url, imageRef } = await ada.call('media.uploadUrl', { body: { mimeType: 'image/png' } });
    await ada.put(url, samplePng(), 'image/png');
    return { body: { imageRef, type: 'signature', fillType: 'draw' } };
  },
  'organizations.create': async () => ({ body: { name: 'Works' } }),
  'teams.create': async () => ({ params: { orgId: (await ada.call('organizations.create', { body: { name: 'Works' } })).id }, body: { name: 'Sales' } }),
};

/** What changes from one look to the next: an address that is good for an hour. */
const withoutAddresses = (body: unknown): unknown => JSON.parse(JSON.stringify(body, (key, value: unknown) => (/url$/i.test(key) ? undefined : value)));

/** Where the id of the new thing stands. */
const named = (call: CallId, id: string, body: Record<string, unknown>): Record<string, unknown> =>
  (call === 'templates.use' ? { ...body, transactionDetails: { id } } : { id, ...body });

test.each(Object.keys(creates) as CallId[])('%s', async (call) => {
  const { params, body } = await creates[call]!();
  const id = newId();
  const request = { ...(params && { params }), body: named(call, id, body) };
  const answers = [...await Promise.all([1, 2, 3].map(() => ada.send(call, request))), await ada.send(call, request)];
  expect(answers.map(({ status }) => status), JSON.stringify(answers.map((each) => each.body))).toEqual([200, 200, 200, 200]);
  const [first, ...rest] = answers.map((each) => withoutAddresses(each.body));
  expect(first).toMatchObject({ id });
  for (const each of rest) expect(each).toEqual(first);
});

test('a repeated creation counts once in the history and the quota', async () => {
  const file = await ada.addFile(samplePdf('c'));
  const body = { id: newId(), name: 'Once', fileIds: [file.id] };
  await Promise.all([1, 2, 3].map(() => ada.send('transactions.create', { body })));
  const { insights } = await ada.call('transactions.insights', { params: { id: body.id } });
  expect(insights.map(({ action }) => action)).toEqual(['transaction_created']);
});

/** Every body that the storage holds. */
async function bodies(): Promise<string[]> {
  const held: string[] = [];
  for await (const { ref } of server.infrastructure.storage.holdings()) held.push(ref);
  return held;
}

test('concurrent imports of one file create one file and one body', async () => {
  const before = await bodies();
  elsewhere.askers = 2;
  const body = { id: newId(), url: elsewhere.url };
  const [first, second] = await Promise.all([1, 2].map(() => ada.call('files.importUrl', { body })));
  expect(second).toEqual(first);
  expect((await ada.contentOf(body.id)).equals(Buffer.from(samplePdf('elsewhere')))).toBe(true);
  expect(await bodies()).toHaveLength(before.length + 1);
  const { insights } = await ada.call('files.insights', { params: { id: body.id } });
  expect(insights.map(({ action }) => action)).toEqual(['file_created']);
});

test('an import with another person\'s id is rejected and not stored', async () => {
  const { id } = await ada.call('files.importUrl', { body: { url: elsewhere.url } });
  const before = await bodies();
  expect(await eve.refusal('files.importUrl', { body: { id, url: elsewhere.url } })).toBe('conflict');
  expect(await bodies()).toHaveLength(before.length);
});

test('a creation with another person\'s id reveals nothing', async () => {
  const { body } = await creates['transactions.create']!();
  const mine = { id: newId(), ...body };
  await ada.send('transactions.create', { body: mine });
  expect(await eve.refusal('transactions.create', { body: { id: mine.id, name: 'Mine' } })).toBe('conflict');
});
