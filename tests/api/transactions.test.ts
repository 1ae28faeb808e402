/** Running transactions: signing, and what else can happen. The documents are taken as good here; `signing.test.ts` checks real ones. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#server/app/id.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { verdict } from './accepting-checker.ts';
import { Client, samplePdf } from './client.ts';
import { active, contact, draft, eventsOf, mailsTo, sign, signBody, stage, start } from './transaction-world.ts';

vi.mock('#server/adapters/core/core-document-checker.ts', () => import('./accepting-checker.ts'));

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
beforeEach(() => Object.assign(verdict, { problems: [] }));
afterAll(() => server.close());

const at = (transaction: { id: string }) => ({ params: { id: transaction.id } });

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
    expect(await bea.refusal('transactions.delete', at(sent))).toBe('resource_in_use');
    expect(await eve.refusal('transactions.delete', at(sent))).toBe('permission_denied');
    await ada.call('transactions.delete', at(sent));
    for (const person of [ada, bea]) expect(await person.refusal('transactions.get', at(sent))).toBe('not_found');
    expect(await eventsOf(server, bea.userId, sent.id)).toContain('transaction_deleted');
    expect((await mailsTo(server, 'bea@example.org')).at(-1)?.template).toBe('canceled');
  });

  test('delete: a recipient or a carbon copy puts it away for themselves, when nothing is wanted of them', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org', 'carl@example.org'], { cc: [contact('dora@example.org')] }));
    await sign(bea, sent);
    await bea.call('transactions.delete', at(sent));
    expect(await bea.refusal('transactions.get', at(sent))).toBe('permission_denied');
    expect((await bea.call('transactions.list')).transactions.map((each) => each.id)).not.toContain(sent.id);
    expect(await carl.refusal('transactions.delete', at(sent))).toBe('resource_in_use');
    await sign(carl, sent);
    expect((await dora.call('transactions.list')).transactions.map((each) => each.id)).toContain(sent.id);
    await dora.call('transactions.delete', at(sent));
    expect((await dora.call('transactions.list')).transactions.map((each) => each.id)).not.toContain(sent.id);
    for (const person of [ada, carl]) expect((await person.call('transactions.get', at(sent))).status).toBe('completed');
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

describe('what is told to whom', () => {
  test('a reminder goes out once an hour to one recipient', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org', 'carl@example.org']));
    const body = { userId: sent.recipients[0]!.id, title: 'Please', message: 'Soon' };
    await ada.call('transactions.remind', { ...at(sent), body });
    const count = (await mailsTo(server, 'bea@example.org')).length;
    expect(await ada.refusalBody('transactions.remind', { ...at(sent), body })).toMatchObject({ code: 'too_many_requests', details: { retryAfter: expect.any(Number) } });
    expect((await mailsTo(server, 'bea@example.org')).length).toBe(count);
    await server.foundation.db.updateTable('recipients').set({ reminded_at: new Date(Date.now() - 3_600_001) }).where('id', '=', body.userId).execute();
    await ada.call('transactions.remind', { ...at(sent), body });
    await sign(bea, sent);
    await ada.call('transactions.remind', { ...at(sent), body: { ...body, userId: sent.recipients[1]!.id } });
  });

  test('the sender sees that it was opened, once, by the one who is asked', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    await ada.call('transactions.get', at(sent));
    expect((await ada.call('transactions.get', at(sent))).status).toBe('pending');
    const opened = await Promise.all([1, 2, 3].map(() => bea.call('transactions.get', at(sent))));
    expect(opened.map((each) => each.status)).toEqual(['opened', 'opened', 'opened']);
    const views = (await ada.call('transactions.insights', at(sent))).insights.filter((each) => each.action === 'transaction_viewed');
    expect(views.map((each) => each.actor.email)).toEqual(['bea@example.org']);
    expect((await eventsOf(server, ada.userId, sent.id)).at(-1)).toBe('transaction_updated');
    const list = await ada.call('transactions.list');
    expect(list.transactions.find((each) => each.id === sent.id)?.status).toBe('opened');
    expect((await sign(bea, sent)).status).toBe('completed');
  });

  test('where from the others acted is for the owner alone', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org', 'carl@example.org']));
    await sign(bea, sent);
    const traces = async (person: Client) => (await person.call('transactions.insights', at(sent))).insights.map(({ actor }) => [actor.email, actor.ip !== null, actor.userAgent !== null]);
    expect((await traces(ada)).every(([, ip, agent]) => ip && agent)).toBe(true);
    expect(new Set((await traces(bea)).map(String))).toEqual(new Set(['ada@example.org,false,false', 'bea@example.org,true,true']));
    await ada.call('transactions.share', { ...at(sent), body: { participants: [{ id: eve.userId }] } });
    expect((await traces(eve)).some(([email, ip]) => email !== eve.email && ip)).toBe(false);
  });

  test('an address is the same in the letters of its language and in ASCII', async () => {
    const uni = await Client.signIn(server, 'uwe@bücher.example', { type: 'guest' });
    const sent = await start(ada, await draft(ada, ['uwe@xn--bcher-kva.example']));
    expect((await uni.call('transactions.list')).transactions.map((each) => each.id)).toContain(sent.id);
    const body = signBody(uni, sent.fileIds[0]!);
    await stage(uni, sent, sent.fileIds[0]!);
    const certified = { ...body, appendedSignatures: [{ ...body.appendedSignatures[0]!, email: 'uwe@xn--bcher-kva.example' }] };
    expect((await uni.call('transactions.sign', { ...at(sent), body: certified })).status).toBe('completed');
    expect((await mailsTo(server, 'uwe@xn--bcher-kva.example')).map((each) => each.template)).toEqual(['invitation', 'completed']);
    const users = await server.foundation.db.selectFrom('users').selectAll().where('email', 'like', 'uwe@%').execute();
    expect(users).toHaveLength(1);
  });
});

test('the signed files go along with the last mail where the sender wants it', async () => {
  const { db } = server.foundation;
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
