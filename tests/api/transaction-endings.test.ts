/** What can happen to a running transaction besides signing. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { Client, samplePdf } from './client.ts';
import { active, at, contact, draft, eventsOf, mailsTo, openTransactionWorld, sign, signBody, stage, start, type TransactionWorld } from './transaction-world.ts';

let { server, ada, bea, carl, dora, eve } = {} as TransactionWorld;
beforeAll(async () => {
  ({ server, ada, bea, carl, dora, eve } = await openTransactionWorld());
});
afterAll(() => server.close());

/** What the job does when its time has come. */
async function expire({ id }: { id: string }): Promise<void> {
  const { createLifecycleService } = await import('#server/services/transactions/lifecycle.service.ts');
  const { createEntitlements } = await import('#server/services/billing/entitlements.ts');
  const { db, config } = server.infrastructure;
  await createLifecycleService({ db, config, entitlements: createEntitlements(config) }).expire(id);
}

const endNow = ({ id }: { id: string }) =>
  server.infrastructure.db.updateTable('transactions').set({ expires_at: new Date(Date.now() - 1) }).where('id', '=', id).execute();

describe('ending and changing a transaction', () => {
  test('decline: by the active recipient, with a reason', async () => {
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

  test('decline: by an in-person signer on the host\'s device', async () => {
    const sent = await start(ada, await draft(ada, [], { recipients: [contact('bea@example.org'), { firstName: 'Ina', inPerson: true }] }));
    const body = { reason: 'Not today', byUser: sent.recipients[1]!.id };
    expect(await bea.refusal('transactions.decline', { ...at(sent), body })).toBe('sign_conditions_not_accepted');
    await sign(bea, sent);
    for (const person of [ada, eve]) expect(await person.refusal('transactions.decline', { ...at(sent), body })).toBe('permission_denied');
    expect(await bea.call('transactions.decline', { ...at(sent), body })).toMatchObject({ status: 'declined', rejectionReason: 'Not today' });
    expect((await mailsTo(server, 'ada@example.org')).at(-1)?.text).toContain('Ina');
  });

  test('cancel: by the sender; the links already sent stop working', async () => {
    const sent = await start(ada, await draft(ada, ['canceled@example.org']));
    expect(await eve.refusal('transactions.cancel', at(sent))).toBe('permission_denied');
    expect((await ada.call('transactions.cancel', at(sent))).status).toBe('canceled');
    expect((await mailsTo(server, 'canceled@example.org')).map((each) => each.template)).toEqual(['invitation', 'canceled']);
    const codes = await server.infrastructure.db.selectFrom('magic_codes').selectAll().where('purpose', '=', `transaction:${sent.id}`).execute();
    expect(codes.map((each) => each.revoked_at !== null)).toEqual([true]);
  });

  test('remind: the recipients who were asked and have not signed', async () => {
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

  test('reassign: transfers position, id and fields to the new person', async () => {
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
      [{ ...to('dora@example.org'), body: { ...to('dora@example.org').body, reason: 'x'.repeat(5000) } }, 'reason_too_large'],
      [to('dora@example.org', { firstName: 'Do\u202Era' }), 'names_validation'],
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

  test('reassign: a late upload of the previous recipient does not replace the new one\'s', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    const [fileId] = sent.fileIds;
    const { url } = await bea.call('transactions.updateUrl', { ...at(sent), body: { fileId: fileId! } });
    await ada.call('transactions.reassign', { ...at(sent), body: { fromUserId: active(sent).id, toUser: { email: 'carl@example.org' }, reason: 'Away' } });
    await stage(carl, sent, fileId!, samplePdf('of Carl'));
    await bea.put(url, samplePdf('of Bea'));
    expect((await carl.call('transactions.sign', { ...at(sent), body: signBody(carl, fileId!) })).status).toBe('completed');
    expect((await ada.contentOf(fileId!)).toString()).toContain('of Carl');
  });

  test('reassign: by the recipient, if the sender allows it', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org'], { options: { allowSignerReassignment: true } }));
    const body = { fromUserId: active(sent).id, toUser: { email: 'carl@example.org' }, reason: 'Not mine' };
    expect((await bea.call('transactions.reassign', { ...at(sent), body })).recipients[0]?.email).toBe('carl@example.org');
    expect((await carl.call('transactions.get', at(sent))).id).toBe(sent.id);
    for (const person of [ada, carl]) expect(await eventsOf(server, person.userId, sent.id)).toContain('transaction_reassigned');
  });

  test('reassign: repeated by the recipient after a lost response returns the same answer, with one effect', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org'], { options: { allowSignerReassignment: true } }));
    const body = { fromUserId: active(sent).id, toUser: { email: 'passed@example.org', firstName: 'Pia' }, reason: 'Not mine' };
    const first = await bea.call('transactions.reassign', { ...at(sent), body });
    const again = await bea.call('transactions.reassign', { ...at(sent), body: { ...body, fromUserId: bea.userId } });
    expect(again.recipients).toEqual(first.recipients);
    expect((await bea.call('transactions.reassign', { ...at(sent), body })).recipients).toEqual(first.recipients);
    expect((await mailsTo(server, 'passed@example.org')).map((each) => each.template)).toEqual(['passed_on']);
    const { insights } = await ada.call('transactions.insights', at(sent));
    expect(insights.filter(({ action }) => action === 'transaction_reassigned')).toHaveLength(1);
    for (const other of [{ toUser: { email: 'dora@example.org' } }, { reason: 'Another' }, { fromUserId: newId() }, { toUser: { ...body.toUser, firstName: 'Paula' } }]) {
      expect(await bea.refusal('transactions.reassign', { ...at(sent), body: { ...body, ...other } })).toBe('permission_denied');
    }
    for (const person of [carl, eve]) expect(await person.refusal('transactions.reassign', { ...at(sent), body })).toBe('permission_denied');
    await ada.call('transactions.cancel', at(sent));
    expect(await bea.refusal('transactions.reassign', { ...at(sent), body })).toBe('permission_denied');
  });

  test('reassign: repeated by the sender returns the same answer, with one mail', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    const body = { fromUserId: active(sent).id, toUser: { email: 'moved-once@example.org' }, reason: 'Moved' };
    const first = await ada.call('transactions.reassign', { ...at(sent), body });
    expect((await ada.call('transactions.reassign', { ...at(sent), body })).recipients).toEqual(first.recipients);
    expect(await mailsTo(server, 'moved-once@example.org')).toHaveLength(1);
  });

  test('delete: by the sender, in any state', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    expect(await bea.refusal('transactions.delete', at(sent))).toBe('resource_in_use');
    expect(await eve.refusal('transactions.delete', at(sent))).toBe('permission_denied');
    await ada.call('transactions.delete', at(sent));
    for (const person of [ada, bea]) expect(await person.refusal('transactions.get', at(sent))).toBe('not_found');
    expect(await eventsOf(server, bea.userId, sent.id)).toContain('transaction_deleted');
    expect((await mailsTo(server, 'bea@example.org')).at(-1)?.template).toBe('canceled');
  });

  test('delete: a recipient or carbon copy dismisses it for themselves, when nothing is left to do', async () => {
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

  test('expiry: ends a transaction that was not signed in time', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const sent = await start(ada, await draft(ada, ['bea@example.org'], { expiresAt }));
    const jobs = await server.infrastructure.pool.query(`select task_identifier from graphile_worker.jobs where key = 'expire_transaction:${sent.id}'`);
    expect(jobs.rows).toEqual([{ task_identifier: 'expire_transaction' }]);
    // Somebody who let the queue go on has let this job run before its time.
    await server.infrastructure.pool.query('delete from graphile_worker._private_jobs where key = $1', [`expire_transaction:${sent.id}`]);
    await expire(sent);
    const again = await server.infrastructure.pool.query(`select run_at from graphile_worker.jobs where key = 'expire_transaction:${sent.id}'`);
    expect(again.rows).toEqual([{ run_at: new Date(expiresAt) }]);
    await stage(bea, sent, sent.fileIds[0]!);
    await endNow(sent);
    expect(await bea.refusal('transactions.sign', { ...at(sent), body: signBody(bea, sent.fileIds[0]!) })).toBe('sign_conditions_not_accepted');
    await expire(sent);
    expect((await ada.call('transactions.get', at(sent))).status).toBe('expired');
    expect((await mailsTo(server, 'ada@example.org')).at(-1)?.template).toBe('expired');
    expect((await mailsTo(server, 'bea@example.org')).at(-1)?.template).toBe('request_expired');
  });

  test('expiry: blocks invitations and reminders even before it is recorded', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org', 'late@example.org'], { expiresAt: new Date(Date.now() + 3_600_000).toISOString() }));
    await endNow(sent);
    const [first, second] = sent.recipients;
    const mails = (await mailsTo(server, 'bea@example.org')).length;
    expect(await ada.refusal('transactions.remind', { ...at(sent), body: { userId: first!.id, title: 'x', message: 'x' } })).toBe('permission_denied');
    for (const from of [first, second]) {
      expect(await ada.refusal('transactions.reassign', { ...at(sent), body: { fromUserId: from!.id, toUser: { email: 'instead@example.org' }, reason: 'x' } })).toBe('permission_denied');
    }
    expect((await bea.call('transactions.get', at(sent))).status).toBe('pending');
    expect(await mailsTo(server, 'bea@example.org')).toHaveLength(mails);
    expect(await mailsTo(server, 'instead@example.org')).toEqual([]);
  });

  test('expiry: follows the database clock, even if a node\'s clock is behind', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org'], { expiresAt: new Date(Date.now() + 3_600_000).toISOString() }));
    await endNow(sent);
    vi.useFakeTimers({ now: Date.now() - 60_000, toFake: ['Date'] });
    try {
      await expire(sent);
    } finally {
      vi.useRealTimers();
    }
    expect((await ada.call('transactions.get', at(sent))).status).toBe('expired');
  });

  test('cancel and decline: have one effect when repeated after a lost response', async () => {
    const canceled = await start(ada, await draft(ada, ['again@example.org']));
    const answers = [...await Promise.all([1, 2].map(() => ada.send('transactions.cancel', at(canceled)))), await ada.send('transactions.cancel', at(canceled))];
    expect(answers.map(({ status, body }) => [status, (body as { status: string }).status])).toEqual([[200, 'canceled'], [200, 'canceled'], [200, 'canceled']]);
    expect((await mailsTo(server, 'again@example.org')).map((each) => each.template)).toEqual(['invitation', 'canceled']);
    expect(await eve.refusal('transactions.cancel', at(canceled))).toBe('permission_denied');
    const declined = await start(ada, await draft(ada, ['bea@example.org', 'carl@example.org']));
    const body = { reason: 'Too late' };
    for (const _ of [1, 2]) expect((await bea.call('transactions.decline', { ...at(declined), body })).status).toBe('declined');
    for (const person of [ada, carl]) expect(await person.refusal('transactions.decline', { ...at(declined), body })).toBe('permission_denied');
    expect(await bea.refusal('transactions.decline', { ...at(declined), body: { reason: 'Another' } })).toBe('permission_denied');
    const { insights } = await ada.call('transactions.insights', at(declined));
    expect(insights.filter(({ action }) => action === 'transaction_declined_by_recipient')).toHaveLength(1);
  });

  test('signing: a person listed by e-mail and by phone signs for both', async () => {
    const { db } = server.infrastructure;
    const fay = await Client.signIn(server, 'fay@example.org', { firstName: 'Fay' });
    await db.updateTable('users').set({ phone: '+4915100000055', phone_verified: true }).where('id', '=', fay.userId).execute();
    const sent = await start(ada, await draft(ada, [], { recipients: [contact('fay@example.org'), { phone: '+4915100000055' }, contact('bea@example.org')] }));
    expect((await sign(fay, sent)).recipients.map((each) => each.completed)).toEqual([true, false, false]);
    expect((await sign(fay, sent)).recipients.map((each) => each.completed)).toEqual([true, true, false]);
    // The answer to the last call got lost.
    expect((await fay.call('transactions.sign', { ...at(sent), body: signBody(fay, sent.fileIds[0]!) })).recipients.map((each) => each.completed)).toEqual([true, true, false]);
    const [first, second] = (await ada.call('transactions.get', at(sent))).attributes.signaturesCache;
    expect([first?.recipientId, second?.recipientId]).toEqual([sent.recipients[0]!.id, sent.recipients[1]!.id]);
    expect((await sign(bea, sent)).status).toBe('completed');
  });

  test('completion: a copy recipient with an account gets an event', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org'], { cc: [contact('eve@example.org'), contact('nobody@example.org')] }));
    expect(await eventsOf(server, eve.userId, sent.id)).toEqual([]);
    await sign(bea, sent);
    expect(await eventsOf(server, eve.userId, sent.id)).toEqual(['transaction_completed']);
  });

  /** Bea has signed, Carl gets a copy, Eve may look. */
  async function signedByBea(sender: Client) {
    const sent = await start(sender, await draft(sender, ['bea@example.org'], { cc: [contact('carl@example.org')] }));
    await sender.call('transactions.share', { ...at(sent), body: { participants: [{ email: eve.email }] } });
    return sign(bea, sent);
  }
  const reads = async (person: Client, { id, fileIds }: { id: string; fileIds: readonly string[] }) => {
    const { transactions } = await person.call('transactions.list', { query: {} });
    return {
      listed: transactions.some((each) => each.id === id),
      opened: (await person.send('transactions.get', { params: { id } })).status === 200,
      file: await person.contentOf(fileIds[0]!).then((body) => body.subarray(0, 4).toString(), () => null),
    };
  };
  const everything = { listed: true, opened: true, file: '%PDF' };
  const nothing = { listed: false, opened: false, file: null };

  test('delete: signers and copy recipients keep the document', async () => {
    const done = await signedByBea(ada);
    await ada.call('transactions.delete', at(done));
    for (const person of [bea, carl]) expect([person.email, await reads(person, done)]).toEqual([person.email, everything]);
    expect(await reads(eve, done)).toEqual(nothing);
    // The file is still among her own.
    expect(await reads(ada, done)).toEqual({ ...nothing, file: '%PDF' });
    expect(await eventsOf(server, ada.userId, done.id)).toContain('transaction_deleted');
    expect(await eventsOf(server, bea.userId, done.id)).not.toContain('transaction_deleted');
    await ada.call('files.delete', { params: { id: done.fileIds[0]! } });
    expect(await reads(ada, done)).toEqual(nothing);
    expect((await ada.call('files.list', { query: {} })).files.map(({ id }) => id)).not.toContain(done.fileIds[0]);
    expect(await reads(bea, done)).toEqual(everything);
    expect(await ada.refusal('transactions.share', { ...at(done), body: { participants: [{ email: eve.email }] } })).toBe('permission_denied');
  });

  test('delete: a file that others have signed is hidden from its owner only', async () => {
    const done = await signedByBea(ada);
    await ada.call('files.delete', { params: { id: done.fileIds[0]! } });
    expect((await ada.call('files.list', { query: {} })).files.map(({ id }) => id)).not.toContain(done.fileIds[0]);
    for (const person of [bea, carl]) expect(await reads(person, done)).toEqual(everything);
  });

  test('delete: cancels a running transaction, and earlier signers keep what they signed', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org', 'carl@example.org']));
    await sign(bea, sent);
    await ada.call('transactions.delete', at(sent));
    expect(await reads(bea, sent)).toEqual(everything);
    expect((await bea.call('transactions.get', at(sent))).status).toBe('canceled');
    expect(await carl.refusal('transactions.sign', { ...at(sent), body: signBody(carl, sent.fileIds[0]!) })).toBe('sign_conditions_not_accepted');
    expect(await reads(ada, sent)).toMatchObject({ listed: false, opened: false });
  });

  test('delete: deleting an account takes nothing from the signers', async () => {
    const gus = await Client.signIn(server, 'gus@example.org', { firstName: 'Gus', lastName: 'Gone' });
    const done = await signedByBea(gus);
    const earlier = await signedByBea(gus);
    await gus.call('transactions.delete', at(earlier));
    await gus.call('auth.deleteUser');
    for (const remaining of [done, earlier]) for (const person of [bea, carl]) expect([person.email, await reads(person, remaining)]).toEqual([person.email, everything]);
    expect((await bea.call('transactions.get', at(done))).owner).toMatchObject({ firstName: 'Gus', lastName: 'Gone', email: null });
    expect((await bea.call('transactions.insights', at(done))).insights.length).toBeGreaterThan(2);
    const again = await Client.signIn(server, 'gus@example.org');
    expect(await reads(again, done)).toEqual(nothing);
  });

  test('delete: copies of the parties expire where the installation limits them', async () => {
    const { sweepPartyCopies } = await import('#server/services/transactions/deletion.ts');
    const { db } = server.infrastructure;
    const done = await signedByBea(ada);
    await ada.call('transactions.delete', at(done));
    await ada.call('files.delete', { params: { id: done.fileIds[0]! } });
    const day = 24 * 60 * 60 * 1000;
    await sweepPartyCopies(db, { partyCopyDays: null }, Date.now() + 10_000 * day);
    await sweepPartyCopies(db, { partyCopyDays: 30 }, Date.now() + 29 * day);
    expect(await reads(bea, done)).toEqual(everything);
    await sweepPartyCopies(db, { partyCopyDays: 30 }, Date.now() + 31 * day);
    expect(await reads(bea, done)).toEqual(nothing);
    expect(await eventsOf(server, bea.userId, done.id)).toContain('transaction_deleted');
  });

  test('delete: removes the password of the documents', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    const rows = () => server.infrastructure.db.selectFrom('transactions').select('password_sealed').where('id', '=', sent.id).execute();
    await server.infrastructure.db.updateTable('transactions').set({ password_sealed: Buffer.from('sealed') }).where('id', '=', sent.id).execute();
    await ada.call('transactions.delete', at(sent));
    expect(await rows()).toEqual([{ password_sealed: null }]);
  });
});
