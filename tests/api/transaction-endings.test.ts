/** What can happen to a running transaction besides signing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/app/id.ts';
import { active, at, contact, draft, eventsOf, mailsTo, openCast, sign, signBody, stage, start, type Cast } from './transaction-world.ts';

let { server, ada, bea, carl, dora, eve } = {} as Cast;
beforeAll(async () => {
  ({ server, ada, bea, carl, dora, eve } = await openCast());
});
afterAll(() => server.close());

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

  test('decline: whoever signs in person does so on the device of their host', async () => {
    const sent = await start(ada, await draft(ada, [], { recipients: [contact('bea@example.org'), { firstName: 'Ina', inPerson: true }] }));
    const body = { reason: 'Not today', byUser: sent.recipients[1]!.id };
    expect(await bea.refusal('transactions.decline', { ...at(sent), body })).toBe('sign_conditions_not_accepted');
    await sign(bea, sent);
    for (const person of [ada, eve]) expect(await person.refusal('transactions.decline', { ...at(sent), body })).toBe('permission_denied');
    expect(await bea.call('transactions.decline', { ...at(sent), body })).toMatchObject({ status: 'declined', rejectionReason: 'Not today' });
    expect((await mailsTo(server, 'ada@example.org')).at(-1)?.text).toContain('Ina');
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
    for (const person of [ada, carl]) expect(await eventsOf(server, person.userId, sent.id)).toContain('transaction_reassigned');
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
    expect((await mailsTo(server, 'ada@example.org')).at(-1)?.template).toBe('expired');
    expect((await mailsTo(server, 'bea@example.org')).at(-1)?.template).toBe('request_expired');
  });
});
