/** What each feature of a plan holds back where it is asked for, what passes because it is in use already, and that nothing is held back without billing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planContents } from '#contract/plans.ts';
import type { FieldInput } from '#contract/entities/field.ts';
import type { Transaction, TransactionOptions } from '#contract/entities/transaction.ts';
import { setOverride, type OverridableFlag } from '#server/repositories/feature-overrides.repository.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client, samplePdf } from './client.ts';
import { at, contact, draft, sign, stage, start } from './transaction-world.ts';

let paid: TestApp;
let free: TestApp;
beforeAll(async () => {
  [paid, free] = await Promise.all([startTestApp({ BILLING: 'true' }, acceptingDocuments), startTestApp({}, acceptingDocuments)]);
});
afterAll(() => Promise.all([paid.close(), free.close()]));

let people = 0;
const person = (server: TestApp): Promise<Client> => Client.signIn(server, `sender${people++}@example.org`);
/** What the plan of somebody holds, and what it holds no more. */
const grant = (who: Client, flag: OverridableFlag, value: boolean) => grantTo(who.userId, flag, value);
const grantTo = (holder: string, flag: OverridableFlag, value: boolean) =>
  paid.infrastructure.db.transaction().execute((tx) => setOverride(tx, holder, flag, value));

const rect = { x: 10, y: 10, width: 20, height: 4 };
const placed = (more: Partial<FieldInput>): FieldInput => ({ id: 'one', page: 1, rect, fieldName: 'one', recipient: { email: 'bea@example.org' }, ...more });
const radio = placed({ type: 'radio', group: 'group-1' });
const address = placed({ textFormat: 'email' });

async function draftWithFields(who: Client, fields: FieldInput[]): Promise<Transaction> {
  const made = await draft(who, ['bea@example.org']);
  await who.call('files.updateMeta', { params: { id: made.fileIds[0]! }, body: { attributes: { fields } } });
  return made;
}

/** A draft that uses the feature, as somebody writes it. */
const drafts: readonly [OverridableFlag, (who: Client) => Promise<Transaction>][] = [
  ['allowAdvancedFields', (who) => draftWithFields(who, [radio])],
  ['allowAdvancedFields', (who) => draftWithFields(who, [placed({ type: 'image' })])],
  ['allowAdvancedFields', (who) => draftWithFields(who, [placed({ type: 'link', value: 'https://example.org' })])],
  ['allowFieldsValidations', (who) => draftWithFields(who, [address])],
  ['allowFieldsValidations', (who) => draftWithFields(who, [placed({ textMaxLength: 5 })])],
  ['allowAuditTrail', (who) => draft(who, ['bea@example.org'], { options: { includeFileAudit: true } })],
  ['allowSignerReassignment', (who) => draft(who, ['bea@example.org'], { options: { allowSignerReassignment: true } })],
  ['allowInPersonSigning', (who) => draft(who, [], { recipients: [contact('bea@example.org', { inPerson: true })] })],
  ['allowRemoteIdentityVerification', (who) => draft(who, [], { recipients: [contact('bea@example.org', { identityRequirements: ['id_card'] })] })],
];

describe.each(drafts)('%s (%#)', (flag, write) => {
  test('is blocked on Essentials when sent, and allowed by a plan that has it', async () => {
    const who = await person(paid);
    const transaction = await write(who);
    await stage(who, transaction, transaction.fileIds[0]!);
    expect(await who.refusalBody('transactions.start', at(transaction))).toMatchObject({ code: 'permission_denied', details: { features: [flag] } });
    await grant(who, flag, true);
    expect((await who.call('transactions.start', at(transaction))).status).toBe('pending');
  });

  test('is allowed where it was in use before the plan lost it', async () => {
    const who = await person(paid);
    await grant(who, flag, true);
    const transaction = await write(who);
    await grant(who, flag, false);
    await who.call('transactions.update', { ...at(transaction), body: { name: 'Another name' } });
    expect((await start(who, transaction)).status).toBe('pending');
    const anew = await write(who);
    await stage(who, anew, anew.fileIds[0]!);
    expect(await who.refusal('transactions.start', at(anew))).toBe('permission_denied');
  });

  test('is allowed without billing', async () => {
    const who = await person(free);
    expect((await start(who, await write(who))).status).toBe('pending');
  });
});

test('combines both plans in the person\'s own organization, and uses only the personal plan outside it', async () => {
  const who = await person(paid);
  const { id: orgId } = await who.call('organizations.create', { body: { name: 'Works' } });
  await grant(who, 'allowSignerReassignment', true);
  await grantTo(orgId, 'allowAuditTrail', true);
  const body = { recipients: [contact('bea@example.org')], options: { allowSignerReassignment: true, includeFileAudit: true } };
  const made = async (query: { orgId?: string }): Promise<Transaction> => {
    const file = await who.addFile(samplePdf());
    const created = await who.call('transactions.create', { query, body: { name: 'Lease', fileIds: [file.id] } });
    const transaction = await who.call('transactions.update', { params: { id: created.id }, body });
    await stage(who, transaction, transaction.fileIds[0]!);
    return transaction;
  };
  expect(await who.refusalBody('transactions.start', at(await made({})))).toMatchObject({ details: { features: ['allowAuditTrail'] } });
  expect((await who.call('transactions.start', at(await made({ orgId })))).status).toBe('pending');
});

test('a feature that is removed and added again needs a plan', async () => {
  const who = await person(paid);
  await grant(who, 'allowAdvancedFields', true);
  const transaction = await draftWithFields(who, [radio]);
  await grant(who, 'allowAdvancedFields', false);
  for (const fields of [[], [radio]]) await who.call('files.updateMeta', { params: { id: transaction.fileIds[0]! }, body: { attributes: { fields } } });
  await stage(who, transaction, transaction.fileIds[0]!);
  expect(await who.refusal('transactions.start', at(transaction))).toBe('permission_denied');
});

test('fields from the original document are in every plan', async () => {
  const who = await person(paid);
  const own = [{ ...radio, pdfFieldId: '4R' }, { ...address, id: 'two', fieldName: 'two', pdfFieldId: '5R' }];
  expect((await start(who, await draftWithFields(who, own))).status).toBe('pending');
});

test('copies keep the features that their source uses', async () => {
  const who = await person(paid);
  await grant(who, 'allowAdvancedFields', true);
  const file = await who.addFile(samplePdf());
  await who.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields: [placed({ type: 'image', recipient: { role: 'signer' } })] } } });
  const template = await who.call('templates.create', { body: { fileIds: [file.id], recipients: [{ role: 'signer' }] } });
  await grant(who, 'allowAdvancedFields', false);
  const made = await who.call('templates.use', { params: { id: template.id }, body: { templateRolesData: [{ role: 'signer', email: 'bea@example.org' }] } });
  expect((await start(who, made)).status).toBe('pending');
});

test('an audit trail is on by default only if the plan has it; for a template, the plan of its user counts', async () => {
  const who = await person(paid);
  const made = async () => (await who.call('transactions.create', { body: {} })).options.includeFileAudit;
  expect(await made()).toBe(false);
  await grant(who, 'allowAuditTrail', true);
  expect(await made()).toBe(true);
  const file = await who.addFile(samplePdf());
  const template = await who.call('templates.create', { body: { fileIds: [file.id], recipients: [{ role: 'signer' }] } });
  expect(template.options.includeFileAudit).toBe(true);
  await grant(who, 'allowAuditTrail', false);
  const used = await who.call('templates.use', { params: { id: template.id }, body: { templateRolesData: [{ role: 'signer', email: 'bea@example.org' }] } });
  expect(used.options.includeFileAudit).toBe(false);
  expect((await start(who, used)).status).toBe('pending');
});

test('a bulk send needs the features that its source uses', async () => {
  const who = await person(paid);
  await grant(who, 'allowBulkSending', true);
  const made = async () => {
    const transaction = await draftWithFields(who, [placed({ type: 'image', recipient: null }), { ...address, id: 'two', fieldName: 'two', recipient: null }]);
    await who.call('transactions.update', { ...at(transaction), body: { recipients: [{ role: 'signer' }] } });
    return { body: { sourceType: 'transaction' as const, sourceId: transaction.id, recipients: [{ email: 'bea@example.org' }] } };
  };
  expect(await who.refusalBody('bulks.create', await made())).toMatchObject({ code: 'permission_denied', details: { features: ['allowAdvancedFields', 'allowFieldsValidations'] } });
  for (const flag of ['allowAdvancedFields', 'allowFieldsValidations'] as const) await grant(who, flag, true);
  const before = await made();
  for (const flag of ['allowAdvancedFields', 'allowFieldsValidations'] as const) await grant(who, flag, false);
  expect((await who.call('bulks.create', before)).total).toBe(1);
});

test('allowReminderNotifications: is in every plan, unless revoked', async () => {
  const who = await person(paid);
  const sent = await start(who, await draft(who, ['bea@example.org']));
  const remind = { ...at(sent), body: { userId: sent.recipients[0]!.id, title: 'Please', message: 'Sign' } };
  await grant(who, 'allowReminderNotifications', false);
  expect(await who.refusalBody('transactions.remind', remind)).toMatchObject({ code: 'permission_denied', details: { features: ['allowReminderNotifications'] } });
  await grant(who, 'allowReminderNotifications', true);
  await who.call('transactions.remind', remind);
  for (const { switches } of Object.values(planContents)) expect(switches.allowReminderNotifications).toBe(true);
});

test('allowReminderNotifications: holds back a bulk that reminds by itself', async () => {
  const who = await person(paid);
  await grant(who, 'allowBulkSending', true);
  const made = await draft(who, [], { recipients: [{ role: 'signer' }], message: { reminders: { firstAfterDays: 1, everyDays: 1, most: 1 } } });
  await grant(who, 'allowReminderNotifications', false);
  const bulk = { body: { sourceType: 'transaction' as const, sourceId: made.id, recipients: [{ email: 'bea@example.org' }] } };
  // The draft holds what it had.
  expect((await who.call('bulks.create', bulk)).total).toBe(1);
  await paid.infrastructure.db.updateTable('transactions').set({ granted_features: [] }).where('id', '=', made.id).execute();
  expect(await who.refusalBody('bulks.create', bulk)).toMatchObject({ code: 'permission_denied', details: { features: ['allowReminderNotifications'] } });
});

test('a running request keeps its features on a smaller plan: another signer, an audit trail', async () => {
  const who = await person(paid);
  const bea = await Client.signIn(paid, 'bea@example.org', { type: 'guest' });
  const carl = await Client.signIn(paid, 'carl@example.org', { type: 'guest' });
  const options: Partial<TransactionOptions> = { allowSignerReassignment: true, includeFileAudit: true };
  for (const flag of ['allowSignerReassignment', 'allowAuditTrail'] as const) await grant(who, flag, true);
  const sent = await start(who, await draft(who, [bea.email], { options }));
  for (const flag of ['allowSignerReassignment', 'allowAuditTrail'] as const) await grant(who, flag, false);
  const passed = await who.call('transactions.reassign', { ...at(sent), body: { fromUserId: sent.recipients[0]!.id, toUser: { email: carl.email }, reason: 'Moved' } });
  expect(passed.recipients[0]).toMatchObject({ email: carl.email });
  await sign(carl, sent);
  expect((await who.call('transactions.generateAudit', at(sent))).attributes.auditStatus).not.toBeNull();
});
