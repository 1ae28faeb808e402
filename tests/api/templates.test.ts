/** Templates: made, used by role, taken from transactions, offered in the library. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createField, type FieldInput } from '#contract/entities/field.ts';
import type { Template } from '#contract/entities/template.ts';
import { newId } from '#server/platform/id.ts';
import { calls } from '#contract/calls/calls.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments, verdict } from './accepting-documents.ts';
import { Client, samplePdf } from './client.ts';
import { contact, draft, mailsTo, sign, start } from './transaction-world.ts';

/** The fields that the reader finds in any document. */
const reader = { fields: async () => [createField({ id: 'own', page: 1, rect: { x: 10, y: 10, width: 20, height: 3 }, pdfFieldId: '7R', fieldName: 'text-own' })], placeFields: async () => [] };

let server: TestApp;
let ada: Client;
let bea: Client;
let eve: Client;
let guest: Client;

beforeAll(async () => {
  server = await startTestApp({}, { ...acceptingDocuments, reader });
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  bea = await Client.signIn(server, 'bea@example.org');
  eve = await Client.signIn(server, 'eve@example.org', { firstName: 'Eve' });
  guest = await Client.signIn(server, 'guest@example.org', { type: 'guest' });
});
beforeEach(() => Object.assign(verdict, { problems: [] }));
afterAll(() => server.close());

const at = (thing: { id: string }) => ({ params: { id: thing.id } });
const place = (id: string, role: string | null, more: Partial<FieldInput> = {}): FieldInput => ({
  id, page: 1, rect: { x: 10, y: 10, width: 20, height: 3 }, ...(role && { recipient: { role } }), ...more,
});

async function templateOf(roles: string[], more: Record<string, unknown> = {}, fields: FieldInput[] = []): Promise<Template> {
  const file = await ada.addFile(samplePdf('template'), 'Contract.pdf');
  if (fields.length > 0) await ada.call('files.updateMeta', { ...at(file), body: { attributes: { fields } } });
  const created = await ada.call('templates.create', { body: { fileIds: [file.id] } });
  return ada.call('templates.update', { ...at(created), body: { recipients: roles.map((role) => ({ role })), ...more } });
}

const fieldsOf = async (person: Client, fileId: string) =>
  (await person.call('files.getMeta', { params: { id: fileId } })).attributes.fields.map((each) => [each.id, each.recipient?.email ?? null, each.value]);

describe('a template', () => {
  test('is created once, changed, listed and deleted', async () => {
    const id = newId();
    const file = await ada.addFile();
    const body = { id, name: 'Lease', fileIds: [file.id], recipients: [{ role: 'Tenant' }, { role: 'Owner' }], cc: [contact('cc@example.org')] };
    const [first, second] = [await ada.call('templates.create', { body }), await ada.call('templates.create', { body })];
    expect(second).toEqual(first);
    expect(first).toMatchObject({ status: 'created', ownerId: ada.userId, recipients: [{ role: 'Tenant', email: null }, { role: 'Owner' }], fileIds: [file.id] });
    const changed = await ada.call('templates.update', { ...at(first), body: { name: 'Rent', version: first.version } });
    expect(changed).toMatchObject({ name: 'Rent', status: 'draft', recipients: first.recipients });
    expect(await ada.refusal('templates.update', { ...at(first), body: { name: 'Late', version: first.version } })).toBe('conflict');
    expect(await ada.refusal('templates.update', { ...at(first), body: { recipients: [{ role: 'A' }, { role: ' a' }] } })).toBe('match_recipient');
    const list = await ada.call('templates.list');
    expect(list.templates.map((each) => each.id)).toContain(id);
    expect((await ada.call('templates.insights', at(first))).insights.map((each) => each.action)).toEqual(['template_created', 'template_updated']);
    expect((await ada.call('files.getMeta', at(file))).attributes.relatedToTemplates).toEqual([id]);
    expect(await bea.refusal('templates.create', { body: { id } })).toBe('conflict');
    await ada.call('templates.delete', at(first));
    expect(await ada.refusal('templates.get', at(first))).toBe('not_found');
    expect((await ada.call('templates.list')).counters.all).toBe(list.counters.all - 1);
  });

  test('has its own files, which nothing else uses', async () => {
    const template = await templateOf(['signer']);
    expect(await ada.refusal('transactions.create', { body: { fileIds: template.fileIds } })).toBe('resource_in_use');
    expect(await ada.refusal('templates.create', { body: { fileIds: template.fileIds } })).toBe('resource_in_use');
    const drafted = await draft(ada, ['bea@example.org']);
    expect(await ada.refusal('templates.create', { body: { fileIds: drafted.fileIds } })).toBe('resource_in_use');
    expect(await bea.refusal('templates.create', { body: { fileIds: template.fileIds } })).toBe('permission_denied');
    expect(await ada.refusal('templates.create', { body: { fileIds: [newId()] } })).toBe('related_file_deleted');
    expect(await guest.refusal('templates.create', { body: {} })).toBe('permission_denied');
  });

  test('can be used by the people it is shared with, until sharing stops', async () => {
    const template = await templateOf(['signer']);
    const use = { ...at(template), body: { templateRolesData: [{ role: 'signer', email: 'x@example.org' }] } };
    expect(await bea.refusal('templates.use', use)).toBe('permission_denied');
    await ada.call('templates.share', { ...at(template), body: { participants: [{ email: bea.email }] } });
    expect((await bea.call('templates.list')).counters.sharedWithMe).toBe(1);
    expect((await bea.contentOf(template.fileIds[0]!)).length).toBeGreaterThan(0);
    expect((await bea.call('templates.use', use)).ownerId).toBe(bea.userId);
    expect(await bea.refusal('templates.update', { ...at(template), body: { name: 'x' } })).toBe('permission_denied');
    await bea.call('templates.delete', at(template));
    expect(await bea.refusal('templates.get', at(template))).toBe('permission_denied');
    expect((await ada.call('templates.get', at(template))).sharedWith).toEqual([]);
  });
});

describe('using a template', () => {
  const fields = [place('t', 'Tenant'), place('o', 'Owner'), place('n', null)];

  test('creates a draft with copies of its files, and assigns each field to the person of its role', async () => {
    const template = await templateOf(['Tenant', 'Owner'], { cc: [contact('cc@example.org')], message: { title: 'Hello', body: 'You' } }, fields);
    const id = newId();
    const body = {
      templateRolesData: [{ role: 'tenant', email: 'bea@example.org', firstName: 'Bea' }, { role: 'Owner', email: 'carl@example.org' }],
      transactionDetails: { id, name: 'Lease of Bea' },
    };
    const [made, again] = [await ada.call('templates.use', { ...at(template), body }), await ada.call('templates.use', { ...at(template), body })];
    expect(again).toEqual(made);
    expect(made).toMatchObject({
      id, name: 'Lease of Bea', status: 'draft', message: { title: 'Hello' }, attributes: { relatedToTemplates: [template.id] },
      recipients: [{ email: 'bea@example.org', firstName: 'Bea', role: 'Tenant' }, { email: 'carl@example.org', role: 'Owner' }], cc: [{ email: 'cc@example.org' }],
    });
    expect(made.fileIds).not.toEqual(template.fileIds);
    expect(await fieldsOf(ada, made.fileIds[0]!)).toEqual([['t', 'bea@example.org', null], ['o', 'carl@example.org', null], ['n', null, null]]);
    expect(await ada.contentOf(made.fileIds[0]!)).toEqual(await ada.contentOf(template.fileIds[0]!));
    expect((await ada.call('templates.get', at(template))).attributes.relatedToTransactions).toEqual([id]);
    const sent = await start(ada, made);
    expect((await sign(bea, sent)).recipients[0]?.completed).toBe(true);
    expect(await fieldsOf(ada, template.fileIds[0]!)).toEqual([['t', null, null], ['o', null, null], ['n', null, null]]);
    expect((await mailsTo(server, 'carl@example.org')).map((each) => each.template)).toEqual(['invitation']);
  });

  test('asks for every missing person, and for nobody else', async () => {
    const template = await templateOf(['Tenant', 'Owner'], {}, fields);
    const use = (templateRolesData: { role: string; email?: string }[]) => ada.refusalBody('templates.use', { ...at(template), body: { templateRolesData } });
    expect(await use([{ role: 'Tenant', email: 'bea@example.org' }])).toMatchObject({ code: 'fields_empty', details: { roles: ['Owner'] } });
    expect((await use([{ role: 'Cook', email: 'bea@example.org' }])).code).toBe('request_validation_error');
    expect((await use([{ role: 'Tenant', email: 'bea@example.org' }, { role: 'Owner', email: 'BEA@example.org' }])).code).toBe('match_recipient');
    const fixed = await templateOf(['Tenant'], { recipients: [{ role: 'Tenant', email: 'bea@example.org' }] }, fields);
    expect((await ada.call('templates.use', { ...at(fixed), body: {} })).recipients).toMatchObject([{ email: 'bea@example.org' }]);
  });

  test('matches recipients by role, and appends those without one', async () => {
    const template = await templateOf(['Tenant', 'Witness'], {}, [place('rent', 'Tenant'), place('seen', 'Witness')]);
    const recipients = [contact('carl@example.org', { role: 'Guarantor' }), contact('bea@example.org', { role: 'tenant', identityRequirements: ['selfie'] })];
    const templateRolesData = [{ role: 'Witness', email: 'eve@example.org' }];
    const made = await ada.call('templates.use', { ...at(template), body: { templateRolesData, transactionDetails: { recipients } } });
    expect(made.recipients).toMatchObject([
      { role: 'Tenant', email: 'bea@example.org', firstName: 'bea', identityRequirements: ['selfie'] }, { role: 'Witness', email: 'eve@example.org' },
      { role: 'Guarantor', email: 'carl@example.org' },
    ]);
    expect(await fieldsOf(ada, made.fileIds[0]!)).toEqual([['rent', 'bea@example.org', null], ['seen', 'eve@example.org', null]]);
    const refused = (details: Record<string, unknown>, more: Record<string, unknown> = {}) =>
      ada.refusal('templates.use', { ...at(template), body: { templateRolesData, transactionDetails: details, ...more } });
    expect(await refused({ recipients: [...recipients, contact('dora@example.org', { role: 'Witness' })] })).toBe('request_validation_error');
    expect(await refused({ recipients: [] })).toBe('fields_empty');
    expect(await refused({ recipients: [...recipients, { role: 'Nobody' }] })).toBe('fields_empty');
    expect(await refused({ recipients: [...recipients, contact('BEA@example.org', { role: 'Other' })] })).toBe('match_recipient');
    for (const wrong of ['all', [{ email: 'nowhere' }], [{ ...recipients[1], userId: ada.userId }]]) expect(await refused({ recipients: wrong })).toBe('request_validation_error');
  });

  test('in an organization named in its details is for members', async () => {
    const template = await templateOf(['Tenant']);
    const own = await ada.call('organizations.create', { body: { name: 'Works' } });
    const other = await eve.call('organizations.create', { body: { name: 'Elsewhere' } });
    const body = <T>(organization: T) => ({ templateRolesData: [{ role: 'Tenant', email: 'bea@example.org' }], transactionDetails: { organization } });
    expect((await ada.call('templates.use', { ...at(template), body: body(own.id) })).orgId).toBe(own.id);
    expect((await ada.call('templates.use', { ...at(template), query: { orgId: own.id }, body: body(own.id) })).orgId).toBe(own.id);
    expect((await ada.call('templates.use', { ...at(template), query: { orgId: own.id }, body: body(null) })).orgId).toBe(own.id);
    expect(await ada.refusal('templates.use', { ...at(template), body: body(other.id) })).toBe('permission_denied');
    expect(await ada.refusal('templates.use', { ...at(template), query: { orgId: own.id }, body: body(other.id) })).toBe('request_validation_error');
    expect(await ada.refusal('templates.use', { ...at(template), body: body(newId()) })).toBe('not_found');
    for (const wrong of ['works', { id: own.id }, 7]) expect((await ada.send('templates.use', { ...at(template), body: body(wrong) })).status).toBe(400);
  });

  test('needs a name but no address for an in-person signer', async () => {
    const template = await templateOf(['Host'], { recipients: [{ role: 'Host' }, { role: 'Guest', inPerson: true }] });
    const use = (guest: { firstName?: string }) => ({ ...at(template), body: { templateRolesData: [{ role: 'Host', email: 'bea@example.org' }, { role: 'Guest', ...guest }] } });
    expect(await ada.refusalBody('templates.use', use({}))).toMatchObject({ code: 'fields_empty', details: { roles: ['Guest'] } });
    const made = await ada.call('templates.use', use({ firstName: 'Ina' }));
    expect(made.recipients).toMatchObject([{ email: 'bea@example.org', inPerson: false }, { email: null, firstName: 'Ina', inPerson: true }]);
    expect((await start(ada, made)).status).toBe('pending');
  });

  test('is rejected after one of its files was deleted, until the owner saves it without', async () => {
    const template = await templateOf(['Tenant'], {}, fields);
    const [first, second] = [template.fileIds[0]!, (await ada.addFile(samplePdf('annex'), 'Annex.pdf')).id];
    await ada.call('templates.update', { ...at(template), body: { fileIds: [first, second] } });
    await ada.call('files.delete', { params: { id: second } });
    const use = { ...at(template), body: { templateRolesData: [{ role: 'Tenant', email: 'bea@example.org' }] } };
    expect(await ada.refusalBody('templates.use', use)).toMatchObject({ code: 'related_file_deleted', details: { fileIds: [second] } });
    const bulk = { sourceType: 'template' as const, sourceId: template.id, recipients: [{ email: 'bea@example.org' }] };
    expect(await ada.refusal('bulks.create', { body: bulk })).toBe('related_file_deleted');
    expect((await ada.call('templates.update', { ...at(template), body: { name: 'Without' } })).fileIds).toEqual([first]);
    expect((await ada.call('templates.use', use)).fileIds).toHaveLength(1);
  });

  test('creates one transaction from two uses with one id', async () => {
    const template = await templateOf(['signer']);
    const body = { templateRolesData: [{ role: 'signer', email: 'bea@example.org' }], transactionDetails: { id: newId() } };
    const answers = await Promise.all([1, 2, 3].map(() => ada.send('templates.use', { ...at(template), body })));
    expect(answers.filter((each) => each.status === 200).length).toBeGreaterThan(0);
    expect(answers.every((each) => each.status === 200 || each.status === 409)).toBe(true);
    expect((await ada.call('templates.get', at(template))).attributes.relatedToTransactions).toHaveLength(1);
  });
});

describe('a template from a transaction', () => {
  test('has roles instead of people, empty fields, and the original document', async () => {
    const sent = await draft(ada, ['bea@example.org', 'carl@example.org']);
    const [fileId] = sent.fileIds;
    const own = (email: string) => ({ recipient: { email } });
    await ada.call('files.updateMeta', { params: { id: fileId! }, body: { attributes: { fields: [
      place('city', null, { ...own('bea@example.org') }), place('own', null, { ...own('carl@example.org'), pdfFieldId: '7R', fieldName: 'text-own' }),
      place('fixed', null, { value: 'Always', readonly: true }),
    ] } } });
    const before = await ada.contentOf(fileId!);
    const running = await start(ada, sent);
    await sign(bea, running);
    const template = await ada.call('templates.fromTransaction', { ...at(sent), body: { name: 'Again' } });
    expect(template).toMatchObject({ name: 'Again', recipients: [{ role: 'signer', email: null }, { role: 'signer 2', email: null }] });
    expect(await ada.contentOf(template.fileIds[0]!)).toEqual(before);
    const meta = await ada.call('files.getMeta', { params: { id: template.fileIds[0]! } });
    expect(meta.attributes.fields.map((each) => [each.id, each.recipient?.role ?? null, each.value, each.pdfFieldId === null])).toEqual([
      ['city', 'signer', null, true], ['own', 'signer 2', null, false], ['fixed', null, 'Always', true],
    ].map(([id, role, value, free]) => [id, role, value ?? expect.toBeOneOf(['', null]), free]));
    for (const person of [bea, eve]) expect(await person.refusal('templates.fromTransaction', { ...at(sent), body: {} })).toBe('permission_denied');
    const id = newId();
    const [one, two] = [await ada.call('templates.fromTransaction', { ...at(sent), body: { id } }), await ada.call('templates.fromTransaction', { ...at(sent), body: { id } })];
    expect(one).toEqual(two);
  });
});

describe('the library', () => {
  test('accepts only templates that meet its rule', async () => {
    for (const roles of [['Tenant'], ['Tenant', 'Owner'], ['Tenant', 'signer', 'Owner'], []]) {
      const template = await templateOf(roles);
      expect(await ada.refusal('templates.update', { ...at(template), body: { public: true } })).toBe('invalid_library_resource');
    }
    for (const roles of [['Signer'], ['signer', 'Owner'], ['Owner', 'SIGNER']]) {
      expect((await ada.call('templates.update', { ...at(await templateOf(roles)), body: { public: true } })).public).toBe(true);
    }
    const own = await templateOf(['Me'], { recipients: [{ role: 'Me', email: 'ada@example.org' }], public: true });
    expect(own.public).toBe(true);
    expect(await ada.refusal('templates.update', { ...at(own), body: { recipients: [{ role: 'Tenant' }] } })).toBe('invalid_library_resource');
  });

  test('lets everybody sign for themselves, with the signer\'s fields only, and shows no addresses', async () => {
    const template = await templateOf(['Owner', 'signer'], {
      recipients: [{ role: 'Owner', email: 'boss@example.org' }, { role: 'signer' }], cc: [contact('cc@example.org')], public: true,
    }, [place('mine', 'signer'), place('theirs', 'Owner'), place('free', null)]);
    expect((await eve.call('templates.list', { query: { library: 'true' } })).templates.map((each) => each.id)).toContain(template.id);
    expect((await eve.call('templates.list')).templates.map((each) => each.id)).not.toContain(template.id);
    const seen = await eve.call('templates.get', at(template));
    expect(JSON.stringify(seen)).not.toMatch(/boss@|cc@|ada@/);
    expect(await eve.refusal('templates.use', { ...at(template), body: {} })).toBe('permission_denied');
    const made = await eve.call('templates.useLibrary', { ...at(template), body: {} });
    expect(made).toMatchObject({ type: 'just_me', ownerId: eve.userId, recipients: [{ email: 'eve@example.org', role: 'signer' }], cc: [] });
    expect(await fieldsOf(eve, made.fileIds[0]!)).toEqual([['mine', 'eve@example.org', null], ['free', null, null]]);
    expect((await sign(eve, await start(eve, made))).status).toBe('completed');
    await ada.call('templates.update', { ...at(template), body: { public: false } });
    expect(await eve.refusal('templates.useLibrary', { ...at(template), body: {} })).toBe('permission_denied');
  });
});

test('organizations and the library can be disabled', async () => {
  const plain = await startTestApp({ ORGANIZATIONS: 'false', LIBRARY_TEMPLATES: 'false' }, { ...acceptingDocuments, reader });
  const paul = await Client.signIn(plain, 'paul@example.org');
  expect((await plain.app.inject({ method: 'GET', url: calls['deployment.get'].path })).json()).toMatchObject({ organizations: false, libraryTemplates: false });
  expect(await paul.refusal('organizations.create', { body: { name: 'Works' } })).toBe('feature_not_supported');
  expect(await paul.refusal('invites.list')).toBe('feature_not_supported');
  expect(await paul.refusal('templates.list', { query: { library: 'true' } })).toBe('feature_not_supported');
  const recipients = [{ role: 'signer', email: 'tenant@example.org' }];
  expect(await paul.refusal('templates.create', { body: { name: 'Lease', recipients, public: true } })).toBe('feature_not_supported');
  const own = await paul.call('templates.create', { body: { name: 'Lease', recipients } });
  expect(await paul.refusal('templates.update', { params: { id: own.id }, body: { public: true } })).toBe('feature_not_supported');
  expect(await paul.refusal('templates.useLibrary', { params: { id: own.id }, body: {} })).toBe('feature_not_supported');
  await plain.close();
});
