/** Automatic reminders, and the deadline that moves while a request runs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { sendDueReminders } from '#server/services/transactions/automatic-reminders.ts';
import { at, draft, mailsTo, openTransactionWorld, sign, start, type TransactionWorld } from './transaction-world.ts';

let { server, ada, bea, eve } = {} as TransactionWorld;
beforeAll(async () => {
  ({ server, ada, bea, eve } = await openTransactionWorld());
});
afterAll(() => server.close());

const day = 24 * 60 * 60 * 1000;
const reminders = { firstAfterDays: 2, everyDays: 3, most: 2 };
const inDays = (days: number): Date => new Date(Date.now() + days * day);
/** What the job does on a later day. */
const runOn = (days: number): Promise<void> => sendDueReminders(server.infrastructure, inDays(days));
const remindersTo = async (email: string) => (await mailsTo(server, email)).filter(({ template }) => template === 'reminder');
const sentTo = async (emails: string[], more = {}): Promise<Transaction> => start(ada, await draft(ada, emails, { message: { reminders }, ...more }));
const lines = async (sent: Transaction) => (await ada.call('transactions.insights', at(sent))).insights;

describe('reminders', () => {
  test('come after the chosen days, then at the interval, up to the number, and only to whom is asked', async () => {
    const sent = await sentTo(['often@example.org', 'later@example.org'], { expiresAt: inDays(90).toISOString() });
    expect(sent.message.reminders).toEqual(reminders);
    expect(new Date(sent.recipients[0]!.nextReminderAt!).getTime()).toBeCloseTo(inDays(2).getTime(), -5);
    expect(sent.recipients[1]!.nextReminderAt).toBeNull();
    await runOn(1.9);
    expect(await remindersTo('often@example.org')).toEqual([]);
    await runOn(2.1);
    await runOn(2.2);
    expect(await remindersTo('often@example.org')).toMatchObject([{ subject: 'Reminder: “Lease” is waiting for your signature', text: expect.stringMatching(/Please sign by .*UTC\./) }]);
    await runOn(5.2);
    await runOn(20);
    expect(await remindersTo('often@example.org')).toHaveLength(2);
    expect(await remindersTo('later@example.org')).toEqual([]);
    expect((await ada.call('transactions.get', at(sent))).recipients[0]!.nextReminderAt).toBeNull();
    expect((await lines(sent)).filter(({ action }) => action === 'transaction_reminded_automatically')).toMatchObject([
      { actor: { id: null }, attributes: { user: { email: 'often@example.org' } } }, { actor: { id: null } },
    ]);
  });

  test('are sent once, whatever number of nodes looks for them at the same time', async () => {
    await sentTo(['once@example.org']);
    await Promise.all([runOn(2.5), runOn(2.5), runOn(2.5), runOn(2.5)]);
    expect(await remindersTo('once@example.org')).toHaveLength(1);
  });

  test.each([
    ['signed', async (sent: Transaction) => void (await sign(bea, sent))],
    ['declined', async (sent: Transaction) => void (await bea.call('transactions.decline', { ...at(sent), body: { reason: 'No' } }))],
    ['was canceled', async (sent: Transaction) => void (await ada.call('transactions.cancel', at(sent)))],
    ['was deleted', async (sent: Transaction) => void (await ada.call('transactions.delete', at(sent)))],
    ['has passed its deadline', async (sent: Transaction) =>
      void (await server.infrastructure.db.updateTable('transactions').set({ expires_at: new Date(Date.now() - 1) }).where('id', '=', sent.id).execute())],
    ['is no longer to be reminded of', async (sent: Transaction) => void (await ada.call('transactions.reschedule', { ...at(sent), body: { reminders: null } }))],
  ])('end when the request %s', async (_, end) => {
    const before = (await remindersTo('bea@example.org')).length;
    await end(await sentTo(['bea@example.org']));
    await runOn(30);
    expect(await remindersTo('bea@example.org')).toHaveLength(before);
  });

  test('are planned for nobody once the request has ended or was deleted', async () => {
    const planned = async ({ id }: Transaction) =>
      (await server.infrastructure.db.selectFrom('recipients').select('id').where('transaction_id', '=', id).where('next_reminder_at', 'is not', null).execute()).length;
    const [signed, declined, canceled, deleted] = await Promise.all(Array.from({ length: 4 }, () => sentTo(['bea@example.org'])));
    await sign(bea, signed!);
    await bea.call('transactions.decline', { ...at(declined!), body: { reason: 'No' } });
    await ada.call('transactions.cancel', at(canceled!));
    await ada.call('transactions.delete', at(deleted!));
    for (const sent of [signed, declined, canceled, deleted]) expect(await planned(sent!)).toBe(0);
    // As a server before this one left it.
    await server.infrastructure.db.updateTable('recipients').set({ next_reminder_at: new Date(0) }).where('transaction_id', '=', deleted!.id).execute();
    await runOn(0);
    expect(await planned(deleted!)).toBe(0);
  });

  test('wait for their interval again after a reminder by hand', async () => {
    const sent = await sentTo(['hand@example.org']);
    await ada.call('transactions.remind', { ...at(sent), body: { userId: sent.recipients[0]!.id, title: 'Please', message: 'Sign' } });
    await runOn(2.5);
    expect(await remindersTo('hand@example.org')).toHaveLength(1);
    await runOn(3.1);
    expect(await remindersTo('hand@example.org')).toHaveLength(2);
  });

  test('start anew for a person who takes the place', async () => {
    const sent = await sentTo(['first@example.org']);
    await runOn(2.5);
    await ada.call('transactions.reassign', { ...at(sent), body: { fromUserId: sent.recipients[0]!.id, toUser: { email: 'second@example.org' }, reason: 'Away' } });
    await runOn(2.6);
    await runOn(5.7);
    expect([await remindersTo('first@example.org'), await remindersTo('second@example.org')]).toMatchObject([[{}], [{}, {}]]);
  });

  test('are off unless chosen, and within limits', async () => {
    const sent = await sentTo(['never@example.org'], { message: {} });
    await runOn(90);
    expect([sent.message.reminders, await remindersTo('never@example.org')]).toEqual([null, []]);
    for (const wrong of [{ ...reminders, firstAfterDays: 0 }, { ...reminders, everyDays: 91 }, { ...reminders, most: 21 }, { ...reminders, most: 1.5 }]) {
      expect(await ada.refusal('transactions.update', { ...at(sent), body: { message: { reminders: wrong } } })).toBe('request_validation_error');
    }
  });
});

describe('the deadline of a running request', () => {
  test('is moved and removed by the sender, and stands in the next reminder and the history', async () => {
    const sent = await sentTo(['moved@example.org'], { expiresAt: '2040-05-04T16:30:00.000Z' });
    const later = '2041-06-07T10:15:00.000Z';
    expect(await ada.call('transactions.reschedule', { ...at(sent), body: { expiresAt: later } })).toMatchObject({ expiresAt: later, message: { reminders } });
    await runOn(2.5);
    expect((await remindersTo('moved@example.org')).at(-1)?.text).toContain('June 7, 2041');
    const jobs = await server.infrastructure.pool.query("select run_at from graphile_worker.jobs where key = $1", [`expire_transaction:${sent.id}`]);
    expect(jobs.rows).toEqual([{ run_at: new Date(later) }]);
    expect((await ada.call('transactions.reschedule', { ...at(sent), body: { expiresAt: null } })).expiresAt).toBeNull();
    expect((await lines(sent)).flatMap(({ action, attributes }) => (action.startsWith('transaction_deadline') ? [[action, attributes.deadline]] : []))).toEqual([
      ['transaction_deadline_changed', later], ['transaction_deadline_removed', null],
    ]);
  });

  test('is changed by nobody else, nor to a time that is over, nor after the end', async () => {
    const sent = await sentTo(['bea@example.org']);
    for (const person of [bea, eve]) expect(await person.refusal('transactions.reschedule', { ...at(sent), body: { expiresAt: null } })).toBe('permission_denied');
    expect(await ada.refusal('transactions.reschedule', { ...at(sent), body: { expiresAt: '2020-01-01T00:00:00.000Z' } })).toBe('request_validation_error');
    await ada.call('transactions.cancel', at(sent));
    expect(await ada.refusal('transactions.reschedule', { ...at(sent), body: { reminders: null } })).toBe('permission_denied');
  });
});
