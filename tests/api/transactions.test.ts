/** The life of transactions. The documents are taken as good here; `signing.test.ts` checks real ones. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { preparedFields } from '#contract/entities/signature-anchor.ts';
import type { PreparedJob } from '#server/adapters/core/document-checker.ts';
import { newId } from '#server/app/id.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client, samplePdf } from './client.ts';
import { active, contact, draft, eventsOf, mailsTo, sign, signBody, stage, start } from './transaction-world.ts';

const verdict = vi.hoisted(() => ({ problems: [] as { code: string; message: string }[], checks: 0 }));
vi.mock('#server/adapters/core/core-document-checker.ts', () => ({
  createDocumentChecker: () => ({
    checkPrepared: async ({ fields, recipients }: PreparedJob) => ({
      problems: (verdict.checks++, verdict.problems),
      placed: preparedFields(fields, recipients).map(({ field }, index) => ({ id: field.id, fieldName: field.fieldName, group: field.group, pdfFieldId: `${index + 10}R` })),
    }),
    checkSigned: async () => ({ problems: (verdict.checks++, verdict.problems), values: new Map([['text-city', 'Berlin']]), signature: null }),
    close: async () => undefined,
  }),
}));

let server: TestApp;
let ada: Client;
let bea: Client;
let carl: Client;
let dora: Client;
let eve: Client;

beforeAll(async () => {
  server = await startTestApp();
  const guest = { type: 'guest' } as const;
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  bea = await Client.signIn(server, 'bea@example.org', guest);
  carl = await Client.signIn(server, 'carl@example.org', guest);
  dora = await Client.signIn(server, 'dora@example.org', guest);
  eve = await Client.signIn(server, 'eve@example.org');
});
beforeEach(() => Object.assign(verdict, { problems: [], checks: 0 }));
afterAll(() => server.close());

const at = (transaction: { id: string }) => ({ params: { id: transaction.id } });

describe('a draft', () => {
  test('is created, becomes a draft, and its type follows from its recipients', async () => {
    const file = await ada.addFile();
    const created = await ada.call('transactions.create', { body: { fileIds: [file.id] } });
    expect(created).toMatchObject({ status: 'created', type: 'just_me', name: file.title, ownerId: ada.userId });
    const types = [
      [['ada@example.org'], 'just_me'],
      [['bea@example.org'], 'just_others'],
      [['bea@example.org', 'ADA@example.org'], 'me_and_others'],
    ] as const;
    for (const [emails, type] of types) {
      const updated = await ada.call('transactions.update', { ...at(created), body: { recipients: emails.map((email) => contact(email)) } });
      expect(updated).toMatchObject({ status: 'draft', type });
    }
    expect((await ada.call('transactions.update', { ...at(created), body: { name: 'New name', recipients: [] } })).recipients).toEqual([]);
  });

  test('keeps recipients once, and never as carbon copies too', async () => {
    const transaction = await draft(ada, ['bea@example.org'], { cc: [contact('carl@example.org'), contact('BEA@example.org')] });
    expect(transaction.cc.map((each) => each.email)).toEqual(['carl@example.org']);
    const moved = await ada.call('transactions.update', { ...at(transaction), body: { recipients: [contact('carl@example.org')] } });
    expect(moved.cc).toEqual([]);
    const twice = { recipients: [contact('bea@example.org'), contact('Bea@example.org')] };
    expect(await ada.refusal('transactions.update', { ...at(transaction), body: twice })).toBe('match_recipient');
  });

  test('uses files of its owner, each in one transaction', async () => {
    const transaction = await draft(ada, ['bea@example.org']);
    const [fileId] = transaction.fileIds;
    const foreign = await eve.addFile();
    expect(await ada.refusal('transactions.create', { body: { fileIds: [fileId!] } })).toBe('resource_in_use');
    expect(await ada.refusal('transactions.create', { body: { fileIds: [foreign.id] } })).toBe('permission_denied');
    expect(await ada.refusal('transactions.create', { body: { fileIds: [newId()] } })).toBe('related_file_deleted');
    expect(await ada.refusal('transactions.create', { body: { fileIds: [fileId!, fileId!] } })).toBe('request_validation_error');
  });

  test('is removed with its last file', async () => {
    const transaction = await draft(ada, ['bea@example.org'], {}, 2);
    await ada.call('files.delete', { params: { id: transaction.fileIds[0]! } });
    expect((await ada.call('transactions.get', at(transaction))).fileIds).toEqual([transaction.fileIds[1]]);
    await ada.call('files.delete', { params: { id: transaction.fileIds[1]! } });
    expect(await ada.refusal('transactions.get', at(transaction))).toBe('not_found');
  });

  test('notices that somebody was faster, and can be created twice', async () => {
    const body = { id: newId(), name: 'Once' };
    const [one, two] = [await ada.call('transactions.create', { body }), await ada.call('transactions.create', { body })];
    expect(one).toEqual(two);
    expect(await eve.refusal('transactions.create', { body })).toBe('conflict');
    const write = (name: string) => ada.send('transactions.update', { ...at(one), body: { name, version: one.version } });
    expect((await Promise.all([write('a'), write('b')])).map((each) => each.status).sort()).toEqual([200, 409]);
  });

  test.each([
    ['an address that is none', { recipients: [contact('bea')] }],
    ['a name that is too long', { name: 'x'.repeat(257) }],
    ['a message that is too long', { message: { body: 'x'.repeat(2001) } }],
    ['too many files', { fileIds: Array.from({ length: 11 }, () => newId()) }],
    ['an id that is none', { fileIds: ['../../x'] }],
  ])('refuses %s', async (_, body) => {
    const transaction = await draft(ada, []);
    expect((await ada.refusalBody('transactions.update', { ...at(transaction), body })).code).toBe('request_validation_error');
  });
});

describe('starting', () => {
  test('asks the first recipient by mail, and only that one', async () => {
    const sent = await start(ada, await draft(ada, ['first1@example.org', 'second1@example.org'], { message: { title: 'Please', body: 'Sign here' } }));
    expect(sent.status).toBe('pending');
    expect(sent.recipients.map((each) => each.invitedAt !== null)).toEqual([true, false]);
    const [mail, ...more] = await mailsTo(server, 'first1@example.org');
    expect([mail?.template, more.length]).toEqual(['invitation', 0]);
    expect(mail?.text).toContain(`/transaction/${sent.id}?code=`);
    expect(mail?.text).toContain('Sign here');
    expect(await mailsTo(server, 'second1@example.org')).toEqual([]);
    const file = await ada.call('files.getMeta', { params: { id: sent.fileIds[0]! } });
    expect(file.version).toBe(2);
    const { insights } = await ada.call('transactions.insights', at(sent));
    expect(insights.map((each) => each.action)).toEqual(['transaction_created', 'transaction_updated', 'transaction_started', 'recipient_invited']);
  });

  test('needs recipients with addresses, prepared files and fields that belong to somebody', async () => {
    const empty = await draft(ada, []);
    expect(await ada.refusal('transactions.start', at(empty))).toBe('fields_empty');
    const transaction = await draft(ada, ['bea@example.org']);
    expect(await ada.refusal('transactions.start', at(transaction))).toBe('not_ready');
    const [id] = transaction.fileIds;
    const field = { id: 'a', page: 1, rect: { x: 1, y: 1, width: 9, height: 9 }, recipient: { email: 'nobody@example.org' } };
    await ada.call('files.updateMeta', { params: { id: id! }, body: { attributes: { fields: [field] } } });
    await stage(ada, transaction, id!);
    expect(await ada.refusalBody('transactions.start', at(transaction))).toMatchObject({ code: 'not_ready', details: { problems: [{ code: 'field_without_recipient' }] } });
    const special = await draft(ada, ['bea@example.org'], { options: { requireSmartCard: true } });
    expect(await ada.refusal('transactions.start', at(special))).toBe('feature_not_supported');
  });

  test('changes nothing when the prepared file is refused, and can be tried again', async () => {
    const transaction = await draft(ada, ['retry@example.org'], {}, 2);
    verdict.problems = [{ code: 'change_content', message: 'x' }];
    for (const fileId of transaction.fileIds) await stage(ada, transaction, fileId);
    expect(await ada.refusal('transactions.start', at(transaction))).toBe('verification_failed');
    expect((await ada.call('transactions.get', at(transaction))).status).toBe('draft');
    expect((await ada.call('files.getMeta', { params: { id: transaction.fileIds[0]! } })).version).toBe(1);
    expect(await mailsTo(server, 'retry@example.org')).toEqual([]);
    verdict.problems = [];
    expect((await ada.call('transactions.start', at(transaction))).status).toBe('pending');
  });

  test('happens once, even when asked for twice at the same time', async () => {
    const transaction = await draft(ada, ['race@example.org']);
    await stage(ada, transaction, transaction.fileIds[0]!);
    const both = await Promise.all([1, 2].map(() => ada.send('transactions.start', at(transaction))));
    expect(both.map((each) => each.status)).toContain(200);
    expect((await ada.call('transactions.start', at(transaction))).status).toBe('pending');
    expect((await ada.call('files.getMeta', { params: { id: transaction.fileIds[0]! } })).version).toBe(2);
    expect(await mailsTo(server, 'race@example.org')).toHaveLength(1);
  });

  test('does not take a file prepared from an older version', async () => {
    const transaction = await draft(ada, ['bea@example.org']);
    const [id] = transaction.fileIds;
    await stage(ada, transaction, id!);
    const { url } = await ada.call('files.updateUrl', { params: { id: id! }, body: { mimeType: 'application/pdf' } });
    await ada.put(url, samplePdf('newer'));
    expect(await ada.refusal('transactions.start', at(transaction))).toBe('conflict');
  });

  test('never sends a file twice, even when two drafts got hold of it', async () => {
    const first = await draft(ada, ['bea@example.org']);
    const second = await draft(ada, ['carl@example.org']);
    const { db } = server.foundation;
    await db.updateTable('transaction_files').set({ file_id: first.fileIds[0]! }).where('transaction_id', '=', second.id).execute();
    await start(ada, first);
    await stage(ada, second, first.fileIds[0]!);
    expect(await ada.refusal('transactions.start', at(second))).toBe('resource_in_use');
  });

  test('locks what was sent', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    const [id] = sent.fileIds;
    expect(await ada.refusal('files.updateMeta', { params: { id: id! }, body: { attributes: { title: 'x' } } })).toBe('resource_in_use');
    expect(await ada.refusal('files.updateUrl', { params: { id: id! }, body: { mimeType: 'application/pdf' } })).toBe('resource_in_use');
    expect(await ada.refusal('files.delete', { params: { id: id! } })).toBe('resource_in_use');
    expect(await ada.refusal('transactions.update', { ...at(sent), body: { name: 'x' } })).toBe('permission_denied');
    expect(await bea.refusal('transactions.start', at(sent))).toBe('permission_denied');
  });
});

describe('signing', () => {
  test('goes from one to the next, to completion, with every effect', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org', 'carl@example.org'], { cc: [contact('copy@example.org')] }, 2));
    expect(await carl.refusal('transactions.get', at(sent))).toBe('permission_denied');
    const afterBea = await sign(bea, sent);
    expect(afterBea).toMatchObject({ status: 'pending', recipients: [{ completed: true }, { completed: false }] });
    expect((await mailsTo(server, 'carl@example.org')).at(-1)?.template).toBe('invitation');
    expect(await mailsTo(server, 'copy@example.org')).toEqual([]);
    const done = await sign(carl, sent);
    expect(done.status).toBe('completed');
    expect(done.attributes.signaturesCache).toHaveLength(4);
    for (const email of ['ada@example.org', 'bea@example.org', 'carl@example.org', 'copy@example.org']) {
      expect((await mailsTo(server, email)).at(-1)?.template).toBe('completed');
    }
    const actions = (await ada.call('transactions.insights', at(sent))).insights.map((each) => each.action);
    expect(actions.slice(3)).toEqual([
      'recipient_invited', 'transaction_signed_by_recipient', 'recipient_invited', 'transaction_signed_by_recipient', 'transaction_completed',
    ]);
    expect(await eventsOf(server, ada.userId, sent.id)).toEqual([
      'transaction_updated', 'transaction_updated', 'transaction_signed_by_recipient', 'transaction_signed_by_recipient', 'transaction_completed',
    ]);
    expect(await eventsOf(server, carl.userId, sent.id)).toEqual(['incoming_transaction', 'transaction_signed_by_recipient', 'transaction_completed']);
    expect((await ada.call('files.getMeta', { params: { id: sent.fileIds[0]! } })).version).toBe(4);
  });

  test('a lost answer can be asked for again, without a second effect', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org', 'carl@example.org']));
    const [fileId] = sent.fileIds;
    await stage(bea, sent, fileId!);
    const before = (await mailsTo(server, 'carl@example.org')).length;
    await stage(bea, sent, fileId!);
    const body = signBody(bea, fileId!);
    const first = await bea.call('transactions.sign', { ...at(sent), body });
    expect(await bea.call('transactions.sign', { ...at(sent), body })).toEqual(first);
    expect(first.recipients[0]?.signedFileIds).toEqual([fileId]);
    expect((await mailsTo(server, 'carl@example.org')).length).toBe(before + 1);
    expect((await ada.call('files.getMeta', { params: { id: fileId! } })).version).toBe(3);
    expect(await bea.refusal('transactions.updateUrl', { ...at(sent), body: { fileId: fileId! } })).toBe('sign_conditions_not_accepted');
  });

  test('of two at once one counts, and nothing is lost', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    const [fileId] = sent.fileIds;
    const urls = await Promise.all([1, 2].map(() => bea.call('transactions.updateUrl', { ...at(sent), body: { fileId: fileId! } })));
    await Promise.all(urls.map(({ url }, index) => bea.put(url, samplePdf(`tab ${index}`))));
    const both = await Promise.all([1, 2].map(() => bea.send('transactions.sign', { ...at(sent), body: signBody(bea, fileId!) })));
    expect(both.map((each) => each.status)).toContain(200);
    expect((await ada.call('transactions.get', at(sent))).status).toBe('completed');
    expect((await ada.call('files.getMeta', { params: { id: fileId! } })).version).toBe(3);
    expect((await server.foundation.db.selectFrom('signings').selectAll().where('transaction_id', '=', sent.id).execute())).toHaveLength(1);
  });

  test('is refused to everybody else, out of turn, and with parts missing', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org', 'carl@example.org']));
    const [fileId] = sent.fileIds;
    for (const person of [carl, eve]) expect(await person.refusal('transactions.sign', { ...at(sent), body: signBody(person, fileId!) })).toBe('permission_denied');
    expect(await ada.refusal('transactions.sign', { ...at(sent), body: signBody(ada, fileId!) })).toBe('permission_denied');
    expect(await ada.refusal('transactions.updateUrl', { ...at(sent), body: { fileId: fileId! } })).toBe('permission_denied');
    expect(await bea.refusal('transactions.sign', { ...at(sent), body: signBody(bea, fileId!) })).toBe('file_body_missing');
    expect(await bea.refusal('transactions.sign', { ...at(sent), body: signBody(bea, newId()) })).toBe('transaction_id_invalid');
    expect(await bea.refusal('transactions.sign', { ...at(sent), body: { ...signBody(bea, fileId!), byUser: sent.recipients[1]!.id } })).toBe('permission_denied');
    const parts = [['email', 'invalid_sig_email'], ['date', 'invalid_sig_date'], ['id', 'invalid_sig_id'], ['signatureType', 'invalid_sig_type']] as const;
    for (const [part, code] of parts) {
      const body = signBody(bea, fileId!);
      const signature = { ...body.appendedSignatures[0]!, [part]: undefined };
      expect(await bea.refusal('transactions.sign', { ...at(sent), body: { ...body, appendedSignatures: [signature] } })).toBe(code);
    }
    expect(await bea.refusal('transactions.sign', { ...at(sent), body: { ...signBody(carl, fileId!) } })).toBe('invalid_sig_email');
  });

  test('a refused file changes nothing', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    const [fileId] = sent.fileIds;
    await stage(bea, sent, fileId!);
    const events = await eventsOf(server, ada.userId, sent.id);
    verdict.problems = [{ code: 'change_content', message: 'x' }];
    const error = await bea.refusalBody('transactions.sign', { ...at(sent), body: signBody(bea, fileId!) });
    expect(error).toMatchObject({ code: 'verification_failed', details: { fileId, problems: [{ code: 'change_content' }] } });
    expect(await ada.call('transactions.get', at(sent))).toEqual(sent);
    expect((await ada.call('files.getMeta', { params: { id: fileId! } })).version).toBe(2);
    expect(await eventsOf(server, ada.userId, sent.id)).toEqual(events);
  });

  test('writes what the document says into the meta', async () => {
    const transaction = await draft(ada, ['bea@example.org']);
    const [id] = transaction.fileIds;
    const box = { page: 1, rect: { x: 1, y: 1, width: 9, height: 9 }, recipient: { email: 'bea@example.org' } };
    await ada.call('files.updateMeta', { params: { id: id! }, body: { attributes: { fields: [{ ...box, id: 'city' }, { ...box, id: 'name', type: 'signature' }] } } });
    const sent = await start(ada, transaction);
    await stage(bea, sent, id!);
    const body = { ...signBody(bea, id!), signedFields: [{ id: 'city', value: 'Lies' }] };
    await bea.call('transactions.sign', { ...at(sent), body });
    const { attributes } = await ada.call('files.getMeta', { params: { id: id! } });
    expect(attributes.fields[0]).toMatchObject({ id: 'city', value: 'Berlin' });
    expect(attributes.fields[1]).toMatchObject({ fieldName: `signature-${sent.recipients[0]!.id}`, value: { signatureId: attributes.signaturesCache[0]!.id } });
  });

  test('alone: the owner signs without mail or invitation', async () => {
    const before = (await mailsTo(server, 'ada@example.org')).length;
    const sent = await start(ada, await draft(ada, ['ada@example.org']));
    expect(sent.type).toBe('just_me');
    expect((await mailsTo(server, 'ada@example.org')).length).toBe(before);
    expect((await sign(ada, sent)).status).toBe('completed');
  });
});

describe('reading', () => {
  test('guests see only what they were asked for', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org', 'dora@example.org'], { cc: [contact('reader@example.org')] }));
    const [id] = sent.fileIds;
    expect((await bea.call('transactions.get', at(sent))).id).toBe(sent.id);
    expect((await bea.contentOf(id!)).length).toBeGreaterThan(0);
    for (const person of [dora, eve, await Client.signIn(server, 'reader@example.org')]) {
      expect(await person.refusal('transactions.get', at(sent))).toBe('permission_denied');
      expect(await person.refusal('files.downloadUrl', { params: { id: id! } })).toBe('permission_denied');
    }
    expect((await dora.call('transactions.list')).transactions).toEqual([]);
    await sign(bea, sent);
    expect((await dora.call('transactions.list')).transactions.map((each) => each.id)).toEqual([sent.id]);
    await sign(dora, sent);
    const reader = await Client.signIn(server, 'reader@example.org');
    expect((await reader.call('transactions.get', at(sent))).status).toBe('completed');
    expect(await reader.refusal('transactions.cancel', at(sent))).toBe('permission_denied');
  });

  test('an address that was not proven opens nothing', async () => {
    const sent = await start(ada, await draft(ada, ['unproven@example.org']));
    const person = await Client.signIn(server, 'unproven@example.org');
    expect((await person.call('transactions.get', at(sent))).id).toBe(sent.id);
    await server.foundation.db.updateTable('users').set({ email_verified: false }).where('id', '=', person.userId).execute();
    expect(await person.refusal('transactions.get', at(sent))).toBe('permission_denied');
    expect((await person.call('transactions.list')).transactions).toEqual([]);
  });

  test('lists count by state, in pages of 50', async () => {
    const lister = await Client.signIn(server, 'lister@example.org');
    for (let index = 0; index < 51; index++) await lister.call('transactions.create', { body: { name: `T${index}` } });
    const canceled = await start(lister, await draft(lister, ['x@example.org']));
    await lister.call('transactions.cancel', at(canceled));
    await start(lister, await draft(lister, ['x@example.org']));
    await start(ada, await draft(ada, ['lister@example.org']));
    const first = await lister.call('transactions.list');
    expect(first.transactions).toHaveLength(50);
    expect(first.counters).toEqual({ all: 54, draft: 51, pending: 2, canceled: 1, declined: 0, completed: 0, sharedWithMe: 1 });
    const second = await lister.call('transactions.list', { query: { exclusiveFrom: first.lastKey! } });
    expect(second.transactions).toHaveLength(4);
    expect(second.lastKey).toBeNull();
    expect(new Set([...first.transactions, ...second.transactions].map((each) => each.id)).size).toBe(54);
  });
});

describe('what else can happen', () => {
  test('decline: with a reason, by the one who is asked', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org', 'carl@example.org']));
    expect(await bea.refusal('transactions.decline', { ...at(sent), body: { reason: '  ' } })).toBe('missing_reason');
    for (const person of [ada, carl, eve]) expect(await person.refusal('transactions.decline', { ...at(sent), body: { reason: 'no' } })).toBe('permission_denied');
    const declined = await bea.call('transactions.decline', { ...at(sent), body: { reason: 'Too expensive' } });
    expect(declined).toMatchObject({ status: 'declined', rejectionReason: 'Too expensive' });
    expect((await mailsTo(server, 'ada@example.org')).at(-1)).toMatchObject({ template: 'declined', text: expect.stringContaining('Too expensive') });
    expect(await eventsOf(server, ada.userId, sent.id)).toContain('transaction_declined_by_recipient');
    expect(await bea.refusal('transactions.sign', { ...at(sent), body: signBody(bea, sent.fileIds[0]!) })).toBe('sign_conditions_not_accepted');
    expect(await ada.refusal('transactions.cancel', at(sent))).toBe('permission_denied');
  });

  test('cancel: by the sender; the links that were sent open nothing any more', async () => {
    const sent = await start(ada, await draft(ada, ['canceled@example.org']));
    expect(await eve.refusal('transactions.cancel', at(sent))).toBe('permission_denied');
    expect((await ada.call('transactions.cancel', at(sent))).status).toBe('canceled');
    expect((await mailsTo(server, 'canceled@example.org')).map((each) => each.template)).toEqual(['invitation', 'canceled']);
    const codes = await server.foundation.db.selectFrom('magic_codes').selectAll().where('purpose', '=', `transaction:${sent.id}`).execute();
    expect(codes.map((each) => each.used_at !== null)).toEqual([true]);
  });

  test('remind: whoever is asked and has not signed', async () => {
    const sent = await start(ada, await draft(ada, ['slow@example.org', 'later@example.org']));
    const [slow, later] = sent.recipients;
    const words = { title: 'Reminder', message: 'Please sign' };
    await ada.call('transactions.remind', { ...at(sent), body: { userId: slow!.id, ...words } });
    expect((await mailsTo(server, 'slow@example.org')).at(-1)).toMatchObject({ template: 'reminder', text: expect.stringContaining('?code=') });
    expect(await ada.refusal('transactions.remind', { ...at(sent), body: { userId: later!.id, ...words } })).toBe('invalid_signer_id');
    expect(await ada.refusal('transactions.remind', { ...at(sent), body: { userId: newId(), ...words } })).toBe('invalid_signer_id');
    expect((await ada.send('transactions.remind', { ...at(sent), body: { userId: slow!.id, title: '', message: '' } })).status).toBe(400);
    expect(await bea.refusal('transactions.remind', { ...at(sent), body: { userId: slow!.id, ...words } })).toBe('permission_denied');
  });

  test('reassign: place, id and fields pass to the new person', async () => {
    const transaction = await draft(ada, ['bea@example.org'], { cc: [contact('dora@example.org')] });
    const [fileId] = transaction.fileIds;
    const field = { id: 'f', type: 'signature' as const, page: 1, rect: { x: 1, y: 1, width: 9, height: 9 }, recipient: { email: 'bea@example.org' } };
    await ada.call('files.updateMeta', { params: { id: fileId! }, body: { attributes: { fields: [field] } } });
    const sent = await start(ada, transaction);
    const from = active(sent);
    const to = (email: string | null, more = {}) => ({ ...at(sent), body: { fromUserId: from.id, toUser: { email, ...more }, reason: 'On leave' } });
    const refusals = [
      [{ ...to('dora@example.org'), body: { ...to('dora@example.org').body, reason: '' } }, 'missing_reason'],
      [{ ...to('dora@example.org'), body: { ...to('dora@example.org').body, reason: 'x'.repeat(257) } }, 'reason_too_large'],
      [to('dora@example.org', { firstName: '1' }), 'names_validation'],
      [to(null), 'fields_empty'],
      [to('ada@example.org'), 'match_user'],
      [to('bea@example.org'), 'match_recipient'],
      [{ ...to('dora@example.org'), body: { ...to('dora@example.org').body, fromUserId: newId() } }, 'invalid_signer_id'],
    ] as const;
    for (const [input, code] of refusals) expect(await ada.refusal('transactions.reassign', input)).toBe(code);
    expect(await bea.refusal('transactions.reassign', to('dora@example.org'))).toBe('permission_denied');
    const changed = await ada.call('transactions.reassign', to('dora@example.org', { firstName: 'Dora' }));
    expect(changed.recipients).toMatchObject([{ id: from.id, email: 'dora@example.org', firstName: 'Dora' }]);
    expect(changed.cc).toEqual([]);
    expect((await mailsTo(server, 'dora@example.org')).at(-1)?.template).toBe('invitation');
    expect(await bea.refusal('transactions.get', at(sent))).toBe('permission_denied');
    const meta = await dora.call('files.getMeta', { params: { id: fileId! } });
    expect(meta.attributes.fields[0]).toMatchObject({ recipient: { email: 'dora@example.org' }, fieldName: `signature-${from.id}` });
    expect((await sign(dora, sent)).status).toBe('completed');
  });

  test('reassign by the recipient, where the sender allows it', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org'], { options: { allowSignerReassignment: true } }));
    const body = { fromUserId: active(sent).id, toUser: { email: 'carl@example.org' }, reason: 'Not mine' };
    expect((await bea.call('transactions.reassign', { ...at(sent), body })).recipients[0]?.email).toBe('carl@example.org');
    expect((await carl.call('transactions.get', at(sent))).id).toBe(sent.id);
  });

  test('delete: the sender\'s, in any state', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    expect(await bea.refusal('transactions.delete', at(sent))).toBe('permission_denied');
    await ada.call('transactions.delete', at(sent));
    for (const person of [ada, bea]) expect(await person.refusal('transactions.get', at(sent))).toBe('not_found');
    expect(await eventsOf(server, bea.userId, sent.id)).toContain('transaction_deleted');
    expect((await mailsTo(server, 'bea@example.org')).at(-1)?.template).toBe('canceled');
  });

  test('expiry: what was not signed in time ends', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const sent = await start(ada, await draft(ada, ['bea@example.org'], { expiresAt }));
    const jobs = await server.foundation.pool.query(`select task_identifier from graphile_worker.jobs where key = 'expire_transaction:${sent.id}'`);
    expect(jobs.rows).toEqual([{ task_identifier: 'expire_transaction' }]);
    await stage(bea, sent, sent.fileIds[0]!);
    await server.foundation.db.updateTable('transactions').set({ expires_at: new Date(Date.now() - 1) }).where('id', '=', sent.id).execute();
    expect(await bea.refusal('transactions.sign', { ...at(sent), body: signBody(bea, sent.fileIds[0]!) })).toBe('sign_conditions_not_accepted');
    const { createLifecycleService } = await import('#server/services/lifecycle.service.ts');
    await createLifecycleService({ db: server.foundation.db, config: server.foundation.config }).expire(sent.id);
    expect((await ada.call('transactions.get', at(sent))).status).toBe('expired');
  });
});
