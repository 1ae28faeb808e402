/** Locked parts of templates: those who use a template can't change them in the draft, wherever they try; its owner can. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createField, type Field } from '#contract/entities/field.ts';
import type { LockablePart } from '#contract/entities/template-lock.ts';
import type { Template } from '#contract/entities/template.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client, samplePdf } from './client.ts';
import { at, contact, start } from './transaction-world.ts';

let server: TestApp;
let ada: Client;
let bea: Client;

beforeAll(async () => {
  server = await startTestApp({ RUN_JOBS: 'true' }, { ...acceptingDocuments, reader: { fields: async () => [], placeFields: async () => [] } });
  [ada, bea] = [await Client.signIn(server, 'ada@example.org', { firstName: 'Ada' }), await Client.signIn(server, 'bea@example.org', { firstName: 'Bea' })];
});
afterAll(() => server.close());

const recipients = [{ role: 'Tenant' }, contact('carl@example.org', { role: 'Landlord' })];
const place = (id: string, role: string, y: number) => createField({ id, page: 1, rect: { x: 10, y, width: 20, height: 3 }, recipient: { role } });

async function templateOf(lockedParts: LockablePart[]): Promise<Template> {
  const file = await ada.addFile(samplePdf(`lease ${Math.random()}`), 'Lease.pdf');
  await ada.call('files.updateMeta', { ...at(file), body: { attributes: { fields: [place('t', 'Tenant', 10), place('l', 'Landlord', 20)] } } });
  const made = await ada.call('templates.create', { body: { name: 'Lease', fileIds: [file.id], recipients, lockedParts, message: { title: 'Lease', body: 'Please sign' } } });
  await ada.call('templates.share', { ...at(made), body: { participants: [{ email: bea.email }] } });
  return made;
}

const roles = [{ role: 'Tenant', email: 'dora@example.org' }];
const use = (who: Client, template: { id: string }, details = {}) => who.call('templates.use', { ...at(template), body: { templateRolesData: roles, transactionDetails: details } });
const refusedUse = async (template: { id: string }, details = {}, templateRolesData: object[] = roles) =>
  bea.refusalBody('templates.use', { ...at(template), body: { templateRolesData, transactionDetails: details } });
const draftOf = async (...parts: LockablePart[]): Promise<Transaction> => use(bea, await templateOf(parts));
const update = (draft: Transaction, body: object) => bea.refusalBody('transactions.update', { ...at(draft), body });
const fieldsOf = async (draft: Transaction): Promise<Field[]> => (await bea.call('files.getMeta', { params: { id: draft.fileIds[0]! } })).attributes.fields;
const putFields = (draft: Transaction, fields: Field[]) => bea.send('files.updateMeta', { params: { id: draft.fileIds[0]! }, body: { attributes: { fields } } });
const locked = (...parts: LockablePart[]) => ({ code: 'part_locked', details: { parts } });

describe('in a draft', () => {
  test('documents stay: none is added, removed, replaced, renamed or deleted', async () => {
    const draft = await draftOf('documents');
    expect(draft.locks).toEqual({ parts: ['documents'], fixedRoles: ['Landlord'] });
    const [id = ''] = draft.fileIds;
    const other = await bea.addFile(samplePdf('more'));
    expect(await update(draft, { fileIds: [id, other.id] })).toMatchObject(locked('documents'));
    expect(await update(draft, { fileIds: [] })).toMatchObject(locked('documents'));
    expect(await bea.refusal('files.updateMeta', { params: { id }, body: { attributes: { title: 'Other.pdf' } } })).toBe('part_locked');
    expect(await bea.refusal('files.updateUrl', { params: { id }, body: { mimeType: 'application/pdf' } })).toBe('part_locked');
    expect(await bea.refusal('files.delete', { params: { id } })).toBe('part_locked');
  });

  test('fields stay, and follow the person who takes an open role', async () => {
    const draft = await draftOf('fields');
    const fields = await fieldsOf(draft);
    expect(fields.map(({ recipient }) => recipient?.email)).toEqual(['dora@example.org', 'carl@example.org']);
    const [first, second] = fields as [Field, Field];
    const changes: Field[][] = [
      [first], [...fields, place('new', 'Tenant', 40)], [{ ...first, rect: { ...first.rect, x: 50 } }, second], [{ ...first, required: !first.required }, second],
      // Somebody else's, and both exchanged.
      [{ ...first, recipient: second.recipient }, second], [{ ...first, recipient: second.recipient }, { ...second, recipient: first.recipient }],
    ];
    for (const each of changes) expect((await putFields(draft, each)).status).toBe(403);
    const taken = [{ ...first, recipient: { email: 'eve@example.org', phone: null, role: null } }, second];
    expect((await putFields(draft, taken)).status).toBe(200);
    expect(await bea.refusal('files.updateUrl', { params: { id: draft.fileIds[0]! }, body: { mimeType: 'application/pdf' } })).toBe('part_locked');
  });

  test('a document with locked fields is not taken out to change these and put in again', async () => {
    const draft = await draftOf('fields');
    const [id = ''] = draft.fileIds;
    const other = await bea.addFile(samplePdf('more'));
    expect(await update(draft, { fileIds: [other.id] })).toMatchObject(locked('fields'));
    expect(await bea.refusal('files.delete', { params: { id } })).toBe('part_locked');
    for (const fileIds of [[other.id, id], [id]]) await bea.call('transactions.update', { ...at(draft), body: { fileIds } });
    expect(await fieldsOf(draft)).toHaveLength(2);
  });

  test('documents are the owner\'s to delete once the request has ended', async () => {
    const draft = await start(bea, await draftOf('documents', 'fields'));
    await bea.call('transactions.cancel', at(draft));
    expect((await bea.send('files.delete', { params: { id: draft.fileIds[0]! } })).status).toBe(204);
  });

  test('fields of a fixed person stay with them, where people are locked too', async () => {
    const files = [await ada.addFile(samplePdf('lease'), 'Lease.pdf'), await ada.addFile(samplePdf('receipt'), 'Receipt.pdf')];
    for (const [index, field] of [place('t', 'Tenant', 10), place('l', 'Landlord', 20)].entries()) await ada.call('files.updateMeta', { ...at(files[index]!), body: { attributes: { fields: [field] } } });
    const template = await ada.call('templates.create', { body: { name: 'Lease', fileIds: files.map(({ id }) => id), recipients, lockedParts: ['fields', 'people'] } });
    await ada.call('templates.share', { ...at(template), body: { participants: [{ email: bea.email }] } });
    const draft = await use(bea, template);
    const put = async (index: number, email: string) => {
      const file = { params: { id: draft.fileIds[index]! } };
      const { attributes: { fields } } = await bea.call('files.getMeta', file);
      return (await bea.send('files.updateMeta', { ...file, body: { attributes: { fields: fields.map((each) => ({ ...each, recipient: { email, phone: null, role: null } })) } } })).status;
    };
    expect(await put(1, 'dora@example.org')).toBe(403);
    expect(await put(1, 'eve@example.org')).toBe(403);
    expect(await put(0, 'carl@example.org')).toBe(403);
    expect(await put(0, 'eve@example.org')).toBe(200);
  });

  test.each([
    ['message', { message: { title: 'Other', body: 'Please sign' } }],
    ['options', { options: { allowSignerReassignment: true } }],
    ['options', { message: { title: 'Lease', body: 'Please sign', reminders: { firstAfterDays: 1, everyDays: 1, most: 1 } } }],
  ] as const)('%s stays', async (part, body) => {
    expect(await update(await draftOf(part), body)).toMatchObject(locked(part));
  });

  test('people stay: only an open role gets another person', async () => {
    const draft = await draftOf('people');
    const [tenant, landlord] = draft.recipients as [Transaction['recipients'][0], Transaction['recipients'][0]];
    const input = ({ email, firstName, role, id }: typeof tenant) => ({ email, firstName, role, id });
    const refused = [
      [input(tenant)], [input(tenant), input(landlord), contact('eve@example.org', { role: 'Witness' })], [input(tenant), { ...input(landlord), email: 'eve@example.org' }],
      [{ ...input(tenant), requireAccessCode: true }, input(landlord)], [{ ...input(tenant), identityRequirements: ['selfie'] }, input(landlord)], [{ ...input(tenant), role: 'Owner' }, input(landlord)],
    ];
    for (const each of refused) expect(await update(draft, { recipients: each })).toMatchObject(locked('people'));
    expect(await update(draft, { cc: [contact('eve@example.org')] })).toMatchObject(locked('people'));
    const changed = await bea.call('transactions.update', { ...at(draft), body: { recipients: [{ ...input(tenant), email: 'eve@example.org', firstName: 'Eve' }, input(landlord)] } });
    expect(changed.recipients.map(({ email }) => email)).toEqual(['eve@example.org', 'carl@example.org']);
  });

  test('the order stays', async () => {
    const draft = await draftOf('order');
    const input = draft.recipients.map(({ email, role, id }) => ({ email, role, id }));
    expect(await update(draft, { recipients: input.toReversed() })).toMatchObject(locked('order'));
    expect(await update(draft, { recipients: input.map((each) => ({ ...each, signingOrder: 1 })) })).toMatchObject(locked('order'));
    await bea.call('transactions.update', { ...at(draft), body: { recipients: [...input, { email: 'eve@example.org', role: 'Witness' }] } });
  });

  test('what is not locked can be changed, and the request is sent', async () => {
    const draft = await draftOf('documents', 'fields', 'people', 'order', 'options');
    const changed = await bea.call('transactions.update', { ...at(draft), body: { name: 'Mine', message: { title: 'Other', body: '' }, expiresAt: new Date(Date.now() + 86_400_000).toISOString() } });
    expect((await start(bea, changed)).status).toBe('pending');
  });
});

describe('when a draft is made', () => {
  test('nothing locked may differ', async () => {
    const template = await templateOf(['message', 'people', 'options', 'order']);
    expect(await refusedUse(template, { message: { title: 'Other' } })).toMatchObject(locked('message'));
    expect(await refusedUse(template, { options: { allowSignerReassignment: true } })).toMatchObject(locked('options'));
    expect(await refusedUse(template, { cc: [contact('eve@example.org')] })).toMatchObject(locked('people'));
    expect(await refusedUse(template, {}, [...roles, { role: 'Landlord', email: 'eve@example.org' }])).toMatchObject(locked('people'));
    expect(await refusedUse(template, { recipients: [contact('eve@example.org', { role: 'Witness' })] })).toMatchObject(locked('people'));
    expect((await use(bea, template)).recipients.map(({ email }) => email)).toEqual(['dora@example.org', 'carl@example.org']);
  });

  test('whoever may change the template is not bound', async () => {
    const template = await templateOf(['documents', 'fields', 'message', 'people', 'order', 'options']);
    const draft = await use(ada, template, { message: { title: 'Mine' } });
    expect(draft).toMatchObject({ locks: null, message: { title: 'Mine' } });
    await ada.call('transactions.update', { ...at(draft), body: { recipients: [contact('eve@example.org')] } });
  });

  test('a later change of the template leaves it as it is, and a copy of it is bound too', async () => {
    const template = await templateOf(['message']);
    const draft = await use(bea, template);
    await ada.call('templates.update', { ...at(template), body: { lockedParts: [] } });
    expect(await update(draft, { message: { title: 'Other' } })).toMatchObject(locked('message'));
    const copy = await bea.call('transactions.duplicate', { ...at(await start(bea, draft)), body: {} });
    expect(copy.locks).toEqual(draft.locks);
    expect(await update(copy, { message: { title: 'Other' } })).toMatchObject(locked('message'));
    expect((await use(bea, template)).locks).toBeNull();
  });
});

test('requests of a bulk send are bound, and so are a copy and a correction of them', async () => {
  const template = await templateOf(['message']);
  const bulk = await bea.call('bulks.create', { body: { sourceType: 'template', sourceId: template.id, recipients: [{ email: 'dora@example.org', firstName: 'Dora' }] } });
  const [one] = await vi.waitFor(async () => {
    const { recipients: sent } = await bea.call('bulks.get', at(bulk));
    expect(sent.map(({ status }) => status)).toEqual(['sent']);
    return sent;
  }, { timeout: 30_000, interval: 200 });
  const request = { params: { id: one!.transactionId! } };
  for (const copy of [await bea.call('transactions.duplicate', { ...request, body: {} }), await bea.call('transactions.correct', { ...request, body: {} })]) {
    expect(copy.locks).toEqual({ parts: ['message'], fixedRoles: ['Landlord'] });
    expect(await update(copy, { message: { title: 'Other' } })).toMatchObject(locked('message'));
  }
});

test('only who may change the template sets them', async () => {
  const template = await templateOf([]);
  expect(await bea.refusal('templates.update', { ...at(template), body: { lockedParts: ['message'] } })).toBe('permission_denied');
  expect((await ada.call('templates.update', { ...at(template), body: { lockedParts: ['message', 'order'] } })).lockedParts).toEqual(['message', 'order']);
});
