/** A create that names its id may be sent again, while the first is at work or after its answer got lost: the same answer, and one effect. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallId } from '#contract/calls/calls.ts';
import { newId } from '#server/app/id.ts';
import { type Client, samplePdf, samplePng } from './client.ts';
import { contact, draft, openCast, type Cast } from './transaction-world.ts';

let server: Cast['server'];
let ada: Client;
let eve: Client;
beforeAll(async () => {
  ({ server, ada, eve } = await openCast());
});
afterAll(() => server.close());

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
  'transactions.create': async () => ({ body: { name: 'Lease', fileIds: [(await ada.addFile(samplePdf('a'))).id], recipients: [contact('bea@example.org')] } }),
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

test('what was made once is counted once, in the history as in the quota', async () => {
  const file = await ada.addFile(samplePdf('c'));
  const body = { id: newId(), name: 'Once', fileIds: [file.id] };
  await Promise.all([1, 2, 3].map(() => ada.send('transactions.create', { body })));
  const { insights } = await ada.call('transactions.insights', { params: { id: body.id } });
  expect(insights.map(({ action }) => action)).toEqual(['transaction_created']);
});

test('nobody gets what somebody else made by naming its id', async () => {
  const { body } = await creates['transactions.create']!();
  const mine = { id: newId(), ...body };
  await ada.send('transactions.create', { body: mine });
  expect(await eve.refusal('transactions.create', { body: { id: mine.id, name: 'Mine' } })).toBe('conflict');
});
