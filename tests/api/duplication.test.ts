/** Another draft like a request: beside it, or in its place. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createField, type FieldInput } from '#contract/entities/field.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { newId } from '#server/platform/id.ts';
import { setOverride } from '#server/repositories/feature-overrides.repository.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments, verdict } from './accepting-documents.ts';
import { Client, samplePdf } from './client.ts';
import { at, contact, draft, eventsOf, mailsTo, sign, start } from './transaction-world.ts';

const rect = { x: 10, y: 10, width: 20, height: 3 };
const place = (id: string, more: Partial<FieldInput> = {}): FieldInput => ({ id, page: 1, rect, ...more });
/** The fields that the reader finds in any document. */
const reader = { fields: async () => [createField(place('own', { pdfFieldId: '7R', fieldName: 'text-own' }))], placeFields: async () => [] };

let server: TestApp;
let paid: TestApp;
let ada: Client;
let bea: Client;
let carl: Client;
let eve: Client;

beforeAll(async () => {
  [server, paid] = await Promise.all([startTestApp({}, { ...acceptingDocuments, reader }), startTestApp({ BILLING: 'true', MAX_STORAGE_PER_PERSON: '1000000' }, { ...acceptingDocuments, reader })]);
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  bea = await Client.signIn(server, 'bea@example.org', { type: 'guest' });
  carl = await Client.signIn(server, 'carl@example.org', { type: 'guest' });
  eve = await Client.signIn(server, 'eve@example.org');
});
beforeEach(() => Object.assign(verdict, { problems: [] }));
afterAll(() => Promise.all([server.close(), paid.close()]));

/** Somebody does something while a document is read. */
function whileRead(work: () => Promise<unknown>): void {
  const { storage } = server.infrastructure;
  const source = storage.source.bind(storage);
  storage.source = async (ref: string) => {
    storage.source = source;
    await work();
    return source(ref);
  };
}

const day = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const fieldsOf = async (who: Client, { fileIds }: Transaction) => (await who.call('files.getMeta', { params: { id: fileIds[0]! } })).attributes.fields;
const valuesOf = async (who: Client, transaction: Transaction) => Object.fromEntries((await fieldsOf(who, transaction)).map(({ id, value, recipient }) => [id, [value, recipient?.email ?? null]]));
const actionsOf = async (who: Client, transaction: { id: string }) => (await who.call('transactions.insights', at(transaction))).insights.map(({ action }) => action);
const bodiesIn = async (app: TestApp): Promise<number> => {
  let count = 0;
  for await (const _ of app.infrastructure.storage.holdings()) count += 1;
  return count;
};

const recipients = [
  contact('bea@example.org', { privateMessage: 'For Bea', requireAccessCode: true, role: 'Tenant' }),
  contact('carl@example.org', { signingOrder: 1, locale: 'de' }),
  { firstName: 'Ina', inPerson: true, signingOrder: 2, role: 'Witness' },
];
const reminders = { firstAfterDays: 3, everyDays: 2, most: 4 };

/** A draft with something of everything. */
async function wholeDraft(who: Client): Promise<Transaction> {
  const transaction = await draft(who, [], {
    recipients, cc: [contact('copy@example.org')], message: { title: 'The lease', body: 'Please', attachSignedFiles: false, reminders },
    options: { allowSignerReassignment: true, includeFileAudit: false }, expiresAt: inDays(9),
  });
  await who.call('files.updateMeta', { params: { id: transaction.fileIds[0]! }, body: { attributes: { fields: [
    place('city', { fieldName: 'text-city', recipient: { email: 'bea@example.org' }, value: 'Paris' }),
    place('free', { fieldName: 'text-free' }),
    place('own', { fieldName: 'text-own', pdfFieldId: '7R', value: 'Typed by Ada', changed: true }),
    place('sign', { type: 'signature', recipient: { email: 'bea@example.org' } }),
  ] } } });
  return who.call('transactions.get', at(transaction));
}

const codesFor = (transaction: Transaction) => ({ accessCodes: transaction.recipients.filter((each) => each.requireAccessCode).map(({ id }) => ({ recipientId: id, code: 'open sesame' })) });

/** Sent, and signed by Bea. */
async function signedByBea(): Promise<Transaction> {
  const made = await wholeDraft(ada);
  await ada.call('transactions.update', { ...at(made), body: { recipients: recipients.map((each) => ({ ...each, requireAccessCode: false })) } });
  const sent = await start(ada, made);
  await sign(bea, sent);
  return ada.call('transactions.get', at(sent));
}

/** Without what differs by nature. */
const essence = ({ recipients: people, cc, message, options, expiresAt, name }: Transaction) => ({
  name, message, options, expiresAt, cc: cc.map(({ email, firstName }) => [email, firstName]),
  people: people.map(({ email, firstName, locale, role, type, inPerson, signingOrder, privateMessage, requireAccessCode }) => ({ email, firstName, locale, role, type, inPerson, signingOrder, privateMessage, requireAccessCode })),
});

describe('a duplicate', () => {
  test('of a draft has everything, with ids of its own, and the same stored bodies', async () => {
    const made = await wholeDraft(ada);
    const bodies = await bodiesIn(server);
    const copy = await ada.call('transactions.duplicate', { ...at(made), body: {} });
    expect(essence(copy)).toEqual(essence(made));
    expect(copy).toMatchObject({ status: 'draft', ownerId: ada.userId, bulkId: null, sharedWith: [] });
    const ids = (transaction: Transaction) => [transaction.id, ...transaction.fileIds, ...transaction.recipients.map(({ id }) => id)];
    expect(ids(copy).filter((id) => ids(made).includes(id))).toEqual([]);
    expect(await fieldsOf(ada, copy)).toEqual(await fieldsOf(ada, made));
    expect(await ada.contentOf(copy.fileIds[0]!)).toEqual(await ada.contentOf(made.fileIds[0]!));
    expect(await bodiesIn(server)).toBe(bodies);
    expect(await actionsOf(ada, copy)).toEqual(['transaction_created']);
    expect((await ada.call('transactions.start', { ...at(await stagedAll(copy)), body: codesFor(copy) })).status).toBe('pending');
  });

  const stagedAll = async (transaction: Transaction): Promise<Transaction> => {
    for (const fileId of transaction.fileIds) {
      const { url } = await ada.call('transactions.updateUrl', { ...at(transaction), body: { fileId } });
      await ada.put(url, samplePdf('prepared'));
    }
    return transaction;
  };

  test('of a signed request has the original document, the sender\'s values and nobody else\'s', async () => {
    const before = samplePdf('file 0');
    const signed = await signedByBea();
    expect(await valuesOf(ada, signed)).toMatchObject({ city: ['Berlin', 'bea@example.org'], sign: [{ signatureId: expect.any(String) }, 'bea@example.org'] });
    const copy = await ada.call('transactions.duplicate', { ...at(signed), body: {} });
    expect(Buffer.from(before).equals(await ada.contentOf(copy.fileIds[0]!))).toBe(true);
    expect(await valuesOf(ada, copy)).toEqual({ city: ['Paris', 'bea@example.org'], free: [null, null], own: ['Typed by Ada', null], sign: [null, 'bea@example.org'] });
    const fields = await fieldsOf(ada, copy);
    // What is not in the document is placed anew, and what the sender changed of it is changed again.
    expect(fields.map(({ id, pdfFieldId, changed }) => [id, pdfFieldId, changed])).toEqual([['city', null, false], ['free', null, false], ['own', '7R', true], ['sign', null, false]]);
    expect(copy.recipients.map(({ completed, invitedAt, signedFileIds }) => [completed, invitedAt, signedFileIds])).toEqual([[false, null, []], [false, null, []], [false, null, []]]);
    expect((await ada.call('transactions.get', at(signed))).status).toBe('pending');
  });

  test('takes an unassigned field that a recipient filled as unassigned again', async () => {
    const made = await draft(ada, ['bea@example.org']);
    await ada.call('files.updateMeta', { params: { id: made.fileIds[0]! }, body: { attributes: { fields: [place('city', { fieldName: 'text-city' })] } } });
    const sent = await start(ada, made);
    await sign(bea, sent);
    expect(await valuesOf(ada, sent)).toEqual({ city: ['Berlin', 'bea@example.org'] });
    const copy = await ada.call('transactions.duplicate', { ...at(sent), body: {} });
    expect(await valuesOf(ada, copy)).toEqual({ city: [null, null] });
  });

  test('of a request that was signed before replaced values were recorded has no value of recipients', async () => {
    const signed = await signedByBea();
    await server.infrastructure.pool.query('update signings set replaced_fields = null where transaction_id = $1', [signed.id]);
    const copy = await ada.call('transactions.duplicate', { ...at(signed), body: {} });
    expect(await valuesOf(ada, copy)).toMatchObject({ city: ['', 'bea@example.org'], sign: [null, 'bea@example.org'] });
  });

  test('of such a request has no value either that a field got by itself, and those that the sender fixed', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    await sign(bea, sent);
    const filled = [
      place('date', { type: 'date', readonly: true, autoFill: 'sign_date', value: '2026-01-02' }),
      place('sum', { readonly: true, rules: { formula: '1 + 1' }, value: '2' }),
      place('fixed', { readonly: true, value: 'Always' }),
    ].map((each) => createField(each));
    await server.infrastructure.pool.query('update files set fields = $2 where id = $1', [sent.fileIds[0], JSON.stringify(filled)]);
    await server.infrastructure.pool.query('update signings set replaced_fields = null where transaction_id = $1', [sent.id]);
    const copy = await ada.call('transactions.duplicate', { ...at(sent), body: {} });
    const empty = expect.toBeOneOf(['', null]);
    expect(await valuesOf(ada, copy)).toEqual({ date: [empty, null], sum: [empty, null], fixed: ['Always', null] });
  });

  test('has no deadline that has passed, and a later one', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org'], { expiresAt: inDays(1) }));
    expect((await ada.call('transactions.duplicate', { ...at(sent), body: {} })).expiresAt).toBe(sent.expiresAt);
    await server.infrastructure.pool.query(`update transactions set expires_at = now() - interval '1 second' where id = $1`, [sent.id]);
    expect((await ada.call('transactions.duplicate', { ...at(sent), body: {} })).expiresAt).toBeNull();
  });

  test('is in the folder and has the tags of the caller\'s space', async () => {
    const made = await draft(ada, ['bea@example.org']);
    const [folder, tag] = await Promise.all([ada.call('labels.create', { body: { kind: 'folder', name: 'Housing' } }), ada.call('labels.create', { body: { kind: 'tag', name: 'Urgent' } })]);
    await ada.call('lists.label', { body: { kind: 'transaction', ids: [made.id], folderId: folder.id, addTags: [tag.id] } });
    const { id } = await ada.call('transactions.duplicate', { ...at(made), body: {} });
    expect((await ada.call('transactions.list')).transactions.find((each) => each.id === id)).toMatchObject({ folderId: folder.id, tagIds: [tag.id] });
  });

  test('is made without a tag that is deleted at the same moment', async () => {
    const made = await draft(ada, ['bea@example.org']);
    const tag = await ada.call('labels.create', { body: { kind: 'tag', name: 'Passing' } });
    await ada.call('lists.label', { body: { kind: 'transaction', ids: [made.id], addTags: [tag.id] } });
    const { db, pool } = server.infrastructure;
    const isWaiting = async (): Promise<boolean> => (await pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount !== 0;
    const { copying } = await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('labels').where('id', '=', tag.id).execute();
      const answer = ada.call('transactions.duplicate', { ...at(made), body: {} });
      await Promise.race([answer, vi.waitUntil(isWaiting, { timeout: 20_000 })]);
      return { copying: answer };
    });
    const { id } = await copying;
    expect((await ada.call('transactions.list')).transactions.find((each) => each.id === id)).toMatchObject({ tagIds: [] });
  });

  test('has no document that was removed while it was read, and neither has a template', async () => {
    for (const call of ['transactions.duplicate', 'templates.fromTransaction'] as const) {
      const sent = await start(ada, await draft(ada, ['bea@example.org']));
      const files = (await ada.call('files.list')).counters.all;
      whileRead(() => server.infrastructure.pool.query(`update file_versions set removed_at = now() where file_id = $1 and kind = 'original'`, [sent.fileIds[0]]));
      expect(await ada.refusal(call, { ...at(sent), body: {} })).toBe('version_not_found');
      expect((await ada.call('files.list')).counters.all).toBe(files);
    }
  });

  test('made of a request that is signed while it is read has nothing of the signer', async () => {
    const made = await draft(ada, ['bea@example.org']);
    await ada.call('files.updateMeta', { params: { id: made.fileIds[0]! }, body: { attributes: { fields: [place('city', { fieldName: 'text-city', value: 'Paris' })] } } });
    const sent = await start(ada, made);
    whileRead(() => sign(bea, sent));
    const copy = await ada.call('transactions.duplicate', { ...at(sent), body: {} });
    expect(await valuesOf(ada, copy)).toEqual({ city: ['Paris', null] });
  });

  test('is made by people it is shared with too, without what is between sender and recipient', async () => {
    const made = await wholeDraft(ada);
    await ada.call('transactions.share', { ...at(made), body: { participants: [{ email: eve.email }] } });
    const copy = await eve.call('transactions.duplicate', { ...at(made), body: {} });
    expect(copy).toMatchObject({ ownerId: eve.userId });
    expect(copy.recipients.map(({ email }) => email).toSorted()).toEqual(made.recipients.map(({ email }) => email).toSorted());
    expect(copy.recipients.some(({ privateMessage, requireAccessCode }) => privateMessage !== '' || requireAccessCode)).toBe(false);
    expect(await ada.refusal('transactions.get', at(copy))).toBe('permission_denied');
  });

  test('is refused to strangers, recipients and guests', async () => {
    const signed = await signedByBea();
    for (const person of [eve, bea, carl]) expect(await person.refusal('transactions.duplicate', { ...at(signed), body: {} })).toBe('permission_denied');
    await ada.call('transactions.update', { ...at(signed), body: { public: true } });
    expect(await eve.refusal('transactions.duplicate', { ...at(signed), body: {} })).toBe('permission_denied');
    const shared = await draft(ada, ['bea@example.org']);
    await ada.call('transactions.share', { ...at(shared), body: { participants: [{ email: bea.email }] } });
    expect(await bea.refusal('transactions.duplicate', { ...at(shared), body: {} })).toBe('permission_denied');
  });

  test('with one id is made once, and never over another request', async () => {
    const made = await draft(ada, ['bea@example.org']);
    const id = newId();
    const answers = await Promise.all([1, 2, 3].map(() => ada.call('transactions.duplicate', { ...at(made), body: { id } })));
    expect(answers.map((each) => each.id)).toEqual([id, id, id]);
    expect((await ada.call('files.list')).files.filter((file) => file.relatedToTransactions.includes(id))).toHaveLength(1);
    expect(await ada.refusal('transactions.duplicate', { ...at(made), body: { id: made.id } })).toBe('conflict');
    const other = await draft(eve, ['bea@example.org']);
    expect(await ada.refusal('transactions.duplicate', { ...at(made), body: { id: other.id } })).toBe('conflict');
    const own = await draft(ada, ['bea@example.org']);
    expect(await ada.refusal('transactions.duplicate', { ...at(made), body: { id: own.id } })).toBe('conflict');
    expect(await ada.refusal('transactions.duplicate', { ...at(own), body: { id } })).toBe('conflict');
  });

  test('whose answer was lost is answered again without its documents, and after the request is gone', async () => {
    const made = await draft(ada, ['bea@example.org']);
    const { id } = await ada.call('transactions.duplicate', { ...at(made), body: { id: newId() } });
    await ada.call('transactions.delete', at(made));
    expect((await ada.call('transactions.duplicate', { ...at(made), body: { id } })).id).toBe(id);
  });
});

describe('what a plan includes', () => {
  let number = 0;
  const someone = () => Client.signIn(paid, `sender${number += 1}@example.org`);

  test('a duplicate needs a request of the quota, and a correction without one leaves the request running', async () => {
    const who = await someone();
    let sent = {} as Transaction;
    for (let time = 0; time < 5; time += 1) sent = await start(who, await draft(who, ['bea@example.org']));
    const files = (await who.call('files.list')).counters.all;
    for (const call of ['transactions.duplicate', 'transactions.correct'] as const) expect(await who.refusal(call, at(sent))).toBe('limit_exceeded');
    expect((await who.call('transactions.get', at(sent))).status).toBe('pending');
    expect((await who.call('files.list')).counters.all).toBe(files);
    expect((await mailsTo(paid, 'bea@example.org')).some(({ template }) => template === 'canceled')).toBe(false);
  });

  test('a draft made from a request has no right to what the plan has lost', async () => {
    const who = await someone();
    const grant = (value: boolean) => paid.infrastructure.db.transaction().execute(async (tx) => {
      for (const flag of ['allowSignerReassignment', 'allowFieldsValidations', 'allowAuditTrail'] as const) await setOverride(tx, who.userId, flag, value);
    });
    await grant(true);
    const made = await draft(who, ['bea@example.org'], { options: { allowSignerReassignment: true, includeFileAudit: true } });
    await who.call('files.updateMeta', { params: { id: made.fileIds[0]! }, body: { attributes: { fields: [place('mail', { textFormat: 'email', recipient: { email: 'bea@example.org' } })] } } });
    await grant(false);
    const copy = await who.call('transactions.duplicate', { ...at(made), body: {} });
    expect(copy.options).toMatchObject({ allowSignerReassignment: true, includeFileAudit: false });
    const sendIt = async ({ id, fileIds }: Transaction) => {
      const { url } = await who.call('transactions.updateUrl', { params: { id }, body: { fileId: fileIds[0]! } });
      await who.put(url, samplePdf('prepared'));
      return who.send('transactions.start', { params: { id } });
    };
    expect((await sendIt(copy)).body).toMatchObject({ error: { code: 'permission_denied', details: { features: ['allowSignerReassignment'] } } });
    await who.call('transactions.update', { ...at(copy), body: { options: {} } });
    expect((await sendIt(copy)).body).toMatchObject({ error: { code: 'permission_denied', details: { features: ['allowFieldsValidations'] } } });
    // What was there before goes on.
    expect((await sendIt(made)).status).toBe(200);
  });

  test('a duplicate takes no storage from its owner, and takes that of somebody else', async () => {
    const [who, reader] = [await someone(), await someone()];
    const made = await draft(who, ['bea@example.org']);
    const used = async (person: Client) => (await person.call('storage.usage')).used;
    const before = await used(who);
    await who.call('transactions.duplicate', { ...at(made), body: {} });
    expect(await used(who)).toBe(before);
    await who.call('transactions.share', { ...at(made), body: { participants: [{ email: reader.email }] } });
    await paid.infrastructure.db.insertInto('storage_use').values({ holder_id: reader.userId, used: '999999' }).execute();
    expect(await reader.refusal('transactions.duplicate', { ...at(made), body: {} })).toBe('storage_exceeded');
    expect((await reader.call('files.list')).counters.all).toBe(0);
  });
});

describe('a correction', () => {
  test('voids the running request, tells those who were asked, and gives a draft with everything', async () => {
    const signed = await signedByBea();
    const before = (await mailsTo(server, 'bea@example.org')).length;
    const draftOf = await ada.call('transactions.correct', at(signed));
    expect(essence(draftOf)).toEqual(essence(signed));
    expect(draftOf).toMatchObject({ status: 'draft', attributes: { relatedToTransactions: [signed.id] } });
    expect(await valuesOf(ada, draftOf)).toMatchObject({ city: ['Paris', 'bea@example.org'], sign: [null, 'bea@example.org'] });
    expect((await ada.call('transactions.get', at(signed))).status).toBe('canceled');
    expect(await eventsOf(server, ada.userId, signed.id)).toContain('transaction_canceled');
    expect((await mailsTo(server, 'bea@example.org')).slice(before).map(({ template }) => template)).toEqual(['canceled']);
    // A name that nodes of the previous version know.
    expect((await actionsOf(ada, signed)).at(-1)).toBe('transaction_canceled');
  });

  test('is named in the history of the old request, to the sender only', async () => {
    const signed = await signedByBea();
    const { id } = await ada.call('transactions.correct', at(signed));
    const named = async (who: Client) => (await who.call('transactions.insights', at(signed))).insights.find(({ action }) => action === 'transaction_canceled')?.attributes.transactionId;
    expect([await named(ada), await named(bea)]).toEqual([id, null]);
  });

  test('twice at once is one, and so is a second one while the first is not sent', async () => {
    const sent = await start(ada, await draft(ada, ['double@example.org']));
    const drafts = await Promise.all([1, 2, 3].map(() => ada.call('transactions.correct', at(sent))));
    expect(new Set([...drafts, await ada.call('transactions.correct', at(sent))].map(({ id }) => id)).size).toBe(1);
    expect((await mailsTo(server, 'double@example.org')).map(({ template }) => template)).toEqual(['invitation', 'canceled']);
    expect((await actionsOf(ada, sent)).filter((action) => action === 'transaction_canceled')).toHaveLength(1);
    await ada.call('transactions.delete', at(drafts[0]!));
    const anew = await ada.call('transactions.correct', at(sent));
    expect(anew.id).not.toBe(drafts[0]!.id);
  });

  test('of one that was declined, canceled or has expired tells nobody', async () => {
    const declined = await start(ada, await draft(ada, ['bea@example.org']));
    await bea.call('transactions.decline', { ...at(declined), body: { reason: 'No' } });
    const canceled = await start(ada, await draft(ada, ['bea@example.org']));
    await ada.call('transactions.cancel', at(canceled));
    const expired = await start(ada, await draft(ada, ['bea@example.org'], { expiresAt: inDays(1) }));
    await server.infrastructure.pool.query(`update transactions set expires_at = now() - interval '1 second' where id = $1`, [expired.id]);
    const mails = (await mailsTo(server, 'bea@example.org')).length;
    for (const [transaction, status] of [[declined, 'declined'], [canceled, 'canceled'], [expired, 'pending']] as const) {
      expect(await ada.call('transactions.correct', at(transaction))).toMatchObject({ status: 'draft', expiresAt: null, recipients: [{ email: 'bea@example.org' }] });
      expect((await ada.call('transactions.get', at(transaction))).status).toBe(status);
    }
    expect(await mailsTo(server, 'bea@example.org')).toHaveLength(mails);
  });

  test('is for the sender of what was sent and is not completed', async () => {
    const made = await draft(ada, ['bea@example.org']);
    expect(await ada.refusal('transactions.correct', at(made))).toBe('permission_denied');
    const sent = await start(ada, made);
    await ada.call('transactions.share', { ...at(sent), body: { participants: [{ email: eve.email }] } });
    for (const person of [eve, bea, carl]) expect(await person.refusal('transactions.correct', at(sent))).toBe('permission_denied');
    await sign(bea, sent);
    expect(await ada.refusal('transactions.correct', at(sent))).toBe('permission_denied');
  });

  test('of a request of an organization is a draft of the organization, wherever it was opened', async () => {
    const olga = await Client.signIn(server, 'olga@example.org');
    const { id: orgId } = await olga.call('organizations.create', { body: { name: 'Works' } });
    const { id: fileId } = await olga.call('files.createMeta', { query: { orgId }, body: { bodyRef: await uploaded(olga), attributes: { title: 'Lease' } } });
    const made = await olga.call('transactions.create', { query: { orgId }, body: { fileIds: [fileId], recipients: [contact('bea@example.org')] } });
    const sent = await start(olga, made);
    expect((await olga.call('transactions.correct', at(sent))).orgId).toBe(orgId);
    expect((await olga.call('transactions.duplicate', { ...at(sent), body: {} })).orgId).toBeNull();
    expect((await olga.call('transactions.duplicate', { ...at(sent), query: { orgId }, body: {} })).orgId).toBe(orgId);
  });

  const uploaded = async (who: Client): Promise<string> => {
    const { url, bodyRef } = await who.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
    await who.put(url, samplePdf('works'));
    return bodyRef;
  };

  test('after password protection has removed the document as it was is refused, and the request goes on', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    await server.infrastructure.pool.query(`update transactions set options = options || '{"requirePasswordProtection": true}' where id = $1`, [sent.id]);
    for (const call of ['transactions.correct', 'transactions.duplicate'] as const) expect(await ada.refusal(call, at(sent))).toBe('version_not_found');
    expect((await ada.call('transactions.get', at(sent))).status).toBe('pending');
  });

  test('of a request that a recipient opens meanwhile is made all the same', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    whileRead(() => bea.call('transactions.get', at(sent)));
    expect((await ada.call('transactions.correct', at(sent))).status).toBe('draft');
    expect((await ada.call('transactions.get', at(sent))).recipients[0]?.viewedAt).not.toBeNull();
  });

  test('voids no signature that the sender did not know of', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org', 'carl@example.org']));
    whileRead(() => sign(bea, sent));
    expect(await ada.refusalBody('transactions.correct', { ...at(sent), body: { signed: 0 } })).toMatchObject({ code: 'conflict', details: { signed: 1 } });
    expect((await ada.call('transactions.get', at(sent))).status).toBe('pending');
    expect((await ada.call('transactions.correct', { ...at(sent), body: { signed: 1 } })).status).toBe('draft');
    expect((await ada.call('transactions.get', at(sent))).status).toBe('canceled');
  });

  test('that was sent is the only one, until it ends without a result', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    const first = await start(ada, await ada.call('transactions.correct', at(sent)));
    expect(await ada.refusalBody('transactions.correct', at(sent))).toMatchObject({ code: 'resource_in_use', details: { transactionId: first.id } });
    await ada.call('transactions.cancel', at(first));
    const second = await ada.call('transactions.correct', at(sent));
    expect(second.id).not.toBe(first.id);
    await sign(bea, await start(ada, second));
    expect(await ada.refusal('transactions.correct', at(sent))).toBe('resource_in_use');
    await ada.call('transactions.delete', at(second));
    expect((await ada.call('transactions.correct', at(sent))).status).toBe('draft');
  });

  test('of an organization\'s request that somebody else began is theirs: administrators get it, others are told', async () => {
    const [olga, max] = [await Client.signIn(server, 'olga2@example.org'), await Client.signIn(server, 'max@example.org')];
    const { id: orgId } = await olga.call('organizations.create', { body: { name: 'Mill' } });
    await server.infrastructure.db.insertInto('members').values({ org_id: orgId, user_id: max.userId, status: 'active' }).execute();
    const { id: fileId } = await max.call('files.createMeta', { query: { orgId }, body: { bodyRef: await uploaded(max), attributes: { title: 'Lease' } } });
    const sent = await start(max, await max.call('transactions.create', { query: { orgId }, body: { fileIds: [fileId], recipients: [contact('bea@example.org')] } }));
    const begun = await olga.call('transactions.correct', at(sent));
    expect(await max.refusalBody('transactions.correct', at(sent))).toMatchObject({ code: 'resource_in_use', details: { transactionId: null } });
    await olga.call('transactions.delete', at(begun));
    const own = await max.call('transactions.correct', at(sent));
    expect((await olga.call('transactions.correct', at(sent))).id).toBe(own.id);
  });
});
