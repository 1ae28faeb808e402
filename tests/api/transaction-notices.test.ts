/** Who hears of what happens to a transaction, and how. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withNotification } from '#contract/entities/notifications.ts';
import { notificationSettingsDefault } from '#contract/limits/sending.ts';
import { Client } from './client.ts';
import { at, draft, eventsOf, mailsTo, openTransactionWorld, sign, signBody, stage, start, type TransactionWorld } from './transaction-world.ts';

let { server, ada, bea, eve } = {} as TransactionWorld;
beforeAll(async () => {
  ({ server, ada, bea, eve } = await openTransactionWorld());
});
afterAll(() => server.close());

describe('notices of a transaction', () => {
  test('a reminder goes out once an hour per recipient', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org', 'carl@example.org']));
    const body = { userId: sent.recipients[0]!.id, title: 'Please', message: 'Soon' };
    await ada.call('transactions.remind', { ...at(sent), body });
    const count = (await mailsTo(server, 'bea@example.org')).length;
    expect(await ada.refusalBody('transactions.remind', { ...at(sent), body })).toMatchObject({ code: 'too_many_requests', details: { retryAfter: expect.any(Number) } });
    expect((await mailsTo(server, 'bea@example.org')).length).toBe(count);
    await server.infrastructure.db.updateTable('recipients').set({ reminded_at: new Date(Date.now() - 3_600_001) }).where('id', '=', body.userId).execute();
    await ada.call('transactions.remind', { ...at(sent), body });
    await sign(bea, sent);
    await ada.call('transactions.remind', { ...at(sent), body: { ...body, userId: sent.recipients[1]!.id } });
  });

  test('the sender sees that the active recipient opened it, once', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    await ada.call('transactions.get', at(sent));
    expect((await ada.call('transactions.get', at(sent))).status).toBe('pending');
    // An app that is told of the request reads it, before its person has seen it.
    expect((await bea.call('transactions.get', { ...at(sent), query: { background: 'true' } })).status).toBe('pending');
    expect((await ada.call('transactions.insights', at(sent))).insights.map(({ action }) => action)).not.toContain('transaction_viewed');
    const opened = await Promise.all([1, 2, 3].map(() => bea.call('transactions.get', at(sent))));
    expect(opened.map((each) => each.status)).toEqual(['opened', 'opened', 'opened']);
    const views = (await ada.call('transactions.insights', at(sent))).insights.filter((each) => each.action === 'transaction_viewed');
    expect(views.map((each) => each.actor.email)).toEqual(['bea@example.org']);
    expect((await eventsOf(server, ada.userId, sent.id)).at(-1)).toBe('transaction_updated');
    const list = await ada.call('transactions.list');
    expect(list.transactions.find((each) => each.id === sent.id)?.status).toBe('opened');
    expect((await sign(bea, sent)).status).toBe('completed');
  });

  test('addresses and devices of other people are shown to the owner only', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org', 'carl@example.org']));
    await sign(bea, sent);
    const traces = async (person: Client) => (await person.call('transactions.insights', at(sent))).insights.map(({ actor }) => [actor.email, actor.ip !== null, actor.userAgent !== null]);
    expect((await traces(ada)).every(([, ip, agent]) => ip && agent)).toBe(true);
    expect(new Set((await traces(bea)).map(String))).toEqual(new Set(['ada@example.org,false,false', 'bea@example.org,true,true']));
    await ada.call('transactions.share', { ...at(sent), body: { participants: [{ email: eve.email }] } });
    expect((await traces(eve)).some(([email, ip]) => email !== eve.email && ip)).toBe(false);
  });

  test('a person who turned off a kind of mail gets none, but still sees the event in the app', async () => {
    await eve.call('profile.update', { body: { notificationSettings: withNotification(notificationSettingsDefault, 'canceled', false) } });
    const sent = await start(ada, await draft(ada, [eve.email]));
    await ada.call('transactions.cancel', at(sent));
    expect((await mailsTo(server, eve.email)).at(-1)?.template).toBe('invitation');
    expect(await eventsOf(server, eve.userId, sent.id)).toEqual(['incoming_transaction', 'transaction_canceled']);
    await eve.call('profile.update', { body: { notificationSettings: notificationSettingsDefault } });
  });

  test('a person who prefers text messages gets them in their language, once the number is verified', async () => {
    const uma = await Client.signIn(server, 'uma@example.org', { firstName: 'Uma' });
    await uma.call('profile.update', { body: { phone: '+49 151 2345678', notificationPriority: 'phone', locale: 'de' } });
    await start(ada, await draft(ada, [uma.email]));
    expect((await mailsTo(server, uma.email)).at(-1)?.template).toBe('invitation');
    await server.infrastructure.db.updateTable('users').set({ phone_verified: true }).where('id', '=', uma.userId).execute();
    const sent = await start(ada, await draft(ada, [uma.email]));
    expect(await mailsTo(server, uma.email)).toHaveLength(1);
    const texts = await server.infrastructure.db.selectFrom('text_messages').selectAll().where('recipient', '=', '+491512345678').execute();
    expect(texts).toMatchObject([{ template: 'invitation', locale: 'de', body: expect.stringContaining(`/transaction/${sent.id}?code=`) }]);
    expect(texts[0]!.body).toContain('Ada Byron bittet Sie');
  });

  test('an internationalized address equals its ASCII form', async () => {
    const uni = await Client.signIn(server, 'uwe@bücher.example', { type: 'guest' });
    const sent = await start(ada, await draft(ada, ['uwe@xn--bcher-kva.example']));
    expect((await uni.call('transactions.list')).transactions.map((each) => each.id)).toContain(sent.id);
    const body = signBody(uni, sent.fileIds[0]!);
    await stage(uni, sent, sent.fileIds[0]!);
    const certified = { ...body, appendedSignatures: [{ ...body.appendedSignatures[0]!, email: 'uwe@xn--bcher-kva.example' }] };
    expect((await uni.call('transactions.sign', { ...at(sent), body: certified })).status).toBe('completed');
    expect((await mailsTo(server, 'uwe@xn--bcher-kva.example')).map((each) => each.template)).toEqual(['invitation', 'completed']);
    const users = await server.infrastructure.db.selectFrom('users').selectAll().where('email', 'like', 'uwe@%').execute();
    expect(users).toHaveLength(1);
  });
});
