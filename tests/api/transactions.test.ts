/** Running transactions: signing in turn. The documents are taken as good here; `signing.test.ts` checks real ones. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { verdict } from './accepting-documents.ts';
import { samplePdf } from './client.ts';
import { at, contact, draft, eventsOf, mailsTo, openTransactionWorld, sign, signBody, stage, start, type TransactionWorld } from './transaction-world.ts';

let { server, ada, bea, carl, eve } = {} as TransactionWorld;
beforeAll(async () => {
  ({ server, ada, bea, carl, eve } = await openTransactionWorld());
});
beforeEach(() => Object.assign(verdict, { problems: [] }));
afterAll(() => server.close());

describe('signing', () => {
  test('continues from one recipient to the next until completion, with every effect', async () => {
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

  test('can be repeated after a lost response, without a second effect', async () => {
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

  test('accepts one of two concurrent requests, and loses nothing', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    const [fileId] = sent.fileIds;
    const urls = await Promise.all([1, 2].map(() => bea.call('transactions.updateUrl', { ...at(sent), body: { fileId: fileId! } })));
    await Promise.all(urls.map(({ url }, index) => bea.put(url, samplePdf(`tab ${index}`))));
    const both = await Promise.all([1, 2].map(() => bea.send('transactions.sign', { ...at(sent), body: signBody(bea, fileId!) })));
    expect(both.map((each) => each.status)).toContain(200);
    expect((await ada.call('transactions.get', at(sent))).status).toBe('completed');
    expect((await ada.call('files.getMeta', { params: { id: fileId! } })).version).toBe(3);
    expect((await server.infrastructure.db.selectFrom('signings').selectAll().where('transaction_id', '=', sent.id).execute())).toHaveLength(1);
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

  test('changes nothing when a file is rejected', async () => {
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

  test('writes the document\'s field values into the metadata', async () => {
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

  test('by the owner alone needs no mail or invitation', async () => {
    const before = (await mailsTo(server, 'ada@example.org')).length;
    const sent = await start(ada, await draft(ada, ['ada@example.org']));
    expect(sent.type).toBe('just_me');
    expect((await mailsTo(server, 'ada@example.org')).length).toBe(before);
    expect((await sign(ada, sent)).status).toBe('completed');
  });
});

test('attaches the signed files to the last mail if the sender wants it', async () => {
  const { db } = server.infrastructure;
  const attached = async (transaction: { id: string }) => (await db.selectFrom('mails').selectAll().where('template', '=', 'completed').where('subject', 'like', `%${transaction.id}%`).execute()).map((mail) => mail.attachments);
  for (const attachSignedFiles of [true, false]) {
    const sent = await start(ada, await draft(ada, ['bea@example.org'], { message: { attachSignedFiles } }));
    await db.updateTable('transactions').set({ name: sent.id }).where('id', '=', sent.id).execute();
    const done = await sign(bea, sent);
    const { bodyRef } = await ada.call('files.getMeta', { params: { id: done.fileIds[0]! } });
    const file = { ref: bodyRef, name: 'Agreement.pdf', mime: 'application/pdf' };
    expect(await attached(done)).toEqual(attachSignedFiles ? [[file], [file]] : [[], []]);
  }
});
