/** The notifications of a person: who gets which, what they reveal, how they are read, and when they go. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Notification } from '#contract/entities/notification.ts';
import { withNotification } from '#contract/entities/notifications.ts';
import { counts } from '#contract/limits/counts.ts';
import { notificationSettingsDefault } from '#contract/limits/sending.ts';
import { newOrderedId } from '#server/platform/id.ts';
import { notify } from '#server/services/notifications/notify.ts';
import { deleteOldNotifications } from '#server/services/notifications/notifications.service.ts';
import { finishDeletion } from '#server/services/people/account-deletion.ts';
import { Client } from './client.ts';
import { at, contact, draft, eventsOf, openTransactionWorld, sign, stage, start, type TransactionWorld } from './transaction-world.ts';

let { server, ada, bea, carl, eve } = {} as TransactionWorld;
let number = 0;
beforeAll(async () => {
  ({ server, ada } = await openTransactionWorld());
});
/** New people each time: their notifications are what the test makes. */
beforeEach(async () => {
  number += 1;
  const person = (name: string, more = {}) => Client.signIn(server, `${name}${number}@example.org`, more);
  [ada, bea, carl, eve] = await Promise.all([
    person('ada', { firstName: 'Ada', lastName: 'Byron' }), person('bea', { type: 'guest' }), person('carl', { type: 'guest' }), person('eve', { firstName: 'Eve' }),
  ]);
});
afterAll(() => server.close());

const listOf = async (who: Client): Promise<Notification[]> => (await who.call('notifications.list')).notifications;
const codesOf = async (who: Client): Promise<string[]> => (await listOf(who)).map(({ message }) => message.code);
const unreadOf = async (who: Client): Promise<number> => (await who.call('notifications.unread')).unread;
/** Some notifications about nothing. */
const give = (who: Client, many: number, from = 0) => server.infrastructure.db.insertInto('notifications').values(Array.from({ length: many }, (_, index) => ({
  id: newOrderedId(Date.now() - from - 1000 + index), user_id: who.userId, code: 'own_turn' as const, source_kind: 'transaction' as const, source_id: 'a'.repeat(24), person_id: null, recipient_id: null,
}))).execute();
const countOf = async (who: Client): Promise<number> => (await server.infrastructure.db.selectFrom('notifications').select('id').where('user_id', '=', who.userId).execute()).length;

describe('of a request', () => {
  test('reach those whom it concerns, and not whoever acted', async () => {
    const sent = await start(ada, await draft(ada, [bea.email, carl.email]));
    expect([await codesOf(ada), await codesOf(bea), await codesOf(carl)]).toEqual([[], ['signature_requested'], []]);
    const [request] = await listOf(bea);
    expect(request).toMatchObject({
      action: 'incoming_transaction', new: true, source: { kind: 'transaction', body: { id: sent.id, title: 'Lease', inviteId: null } }, user: { firstName: 'Ada', lastName: 'Byron', email: null },
    });
    await sign(bea, sent);
    expect([await codesOf(ada), await codesOf(carl)]).toEqual([['signed'], ['signature_requested']]);
    expect((await listOf(ada))[0]!.user?.firstName).toBe(`bea${number}`);
    await sign(carl, sent);
    expect([await codesOf(ada), await codesOf(bea), await codesOf(carl)]).toEqual([['completed', 'signed'], ['completed', 'signature_requested'], ['signature_requested']]);
    expect(await codesOf(eve)).toEqual([]);
  });

  test('count as read when the person has done what they were asked for', async () => {
    const sent = await start(ada, await draft(ada, [bea.email, carl.email]));
    expect(await unreadOf(bea)).toBe(1);
    await sign(bea, sent);
    expect(await unreadOf(bea)).toBe(0);
  });

  test('tell of a decline, of a cancellation and of a deletion', async () => {
    const declined = await start(ada, await draft(ada, [bea.email]));
    await bea.call('transactions.decline', { ...at(declined), body: { reason: 'No' } });
    expect([await codesOf(ada), (await codesOf(bea))[0]]).toEqual([['declined'], 'signature_requested']);
    await ada.call('transactions.cancel', at(await start(ada, await draft(ada, [bea.email]))));
    expect((await codesOf(bea))[0]).toBe('canceled');
    await ada.call('transactions.delete', at(await start(ada, await draft(ada, [bea.email]))));
    const [deleted] = await listOf(bea);
    // It is gone, and so is its title.
    expect(deleted).toMatchObject({ message: { code: 'deleted' }, source: { kind: 'transaction', body: null }, user: { firstName: 'Ada' } });
    expect((await codesOf(ada)).filter((code) => code !== 'declined')).toEqual([]);
  });

  test('tell of a reminder, with a live event', async () => {
    const sent = await start(ada, await draft(ada, [bea.email]));
    await ada.call('transactions.remind', { ...at(sent), body: { userId: sent.recipients[0]!.id, title: 'Please', message: 'Soon' } });
    expect(await codesOf(bea)).toEqual(['reminded', 'signature_requested']);
    expect(await eventsOf(server, bea.userId, sent.id)).toEqual(['incoming_transaction', 'transaction_updated']);
  });

  test('tell the owner who passed it on, and whoever is not asked any more', async () => {
    const sent = await start(ada, await draft(ada, [bea.email], { options: { allowSignerReassignment: true } }));
    await bea.call('transactions.reassign', { ...at(sent), body: { fromUserId: sent.recipients[0]!.id, toUser: contact(carl.email), reason: 'Away' } });
    expect([await codesOf(ada), await codesOf(carl)]).toEqual([['reassigned'], ['signature_requested']]);
    await ada.call('transactions.reassign', { ...at(sent), body: { fromUserId: sent.recipients[0]!.id, toUser: contact(eve.email), reason: 'Better' } });
    const [released, former] = await listOf(carl);
    // The request is no longer theirs: neither is its title.
    expect([released, former]).toMatchObject([{ message: { code: 'released' }, source: { body: null } }, { message: { code: 'signature_requested' }, source: { body: null } }]);
    expect(JSON.stringify([released, former])).not.toContain('Lease');
  });

  test('hide the title before the access code was entered', async () => {
    const made = await draft(ada, [], { recipients: [contact(bea.email, { requireAccessCode: true })] });
    for (const fileId of made.fileIds) await stage(ada, made, fileId);
    const sent = await ada.call('transactions.start', { ...at(made), body: { accessCodes: [{ recipientId: made.recipients[0]!.id, code: 'open sesame' }] } });
    expect((await listOf(bea))[0]!.source.body).toEqual({ id: sent.id, title: null, inviteId: null });
    await bea.call('transactions.enterAccessCode', { ...at(sent), body: { code: 'open sesame' } });
    expect((await listOf(bea))[0]!.source.body).toEqual({ id: sent.id, title: 'Lease', inviteId: null });
  });

  test('of a bulk are not for its owner', async () => {
    const sent = await start(ada, await draft(ada, [bea.email]));
    const bulk = { id: 'b'.repeat(16) + String(number).padStart(8, '0'), owner_id: ada.userId, org_id: null, name: 'All', source_type: 'transaction' as const, source_id: sent.id, blueprint: '{}', total: 1 };
    await server.infrastructure.db.insertInto('bulks').values(bulk as never).execute();
    await server.infrastructure.db.updateTable('transactions').set({ bulk_id: bulk.id }).where('id', '=', sent.id).execute();
    await sign(bea, sent);
    expect([await codesOf(ada), await codesOf(bea)]).toEqual([[], ['signature_requested']]);
  });
});

test('a kind that was switched off is not told, and the others are', async () => {
  await ada.call('profile.update', { body: { notificationSettings: withNotification(notificationSettingsDefault, 'signed', false) } });
  const sent = await start(ada, await draft(ada, [bea.email, carl.email]));
  await sign(bea, sent);
  await sign(carl, sent);
  expect(await codesOf(ada)).toEqual(['completed']);
});

test('sharing and requests for access are told to the other side', async () => {
  const { id } = await ada.addFile();
  await eve.call('files.requestAccess', { params: { id } });
  const [requested] = await listOf(ada);
  expect(requested).toMatchObject({ message: { code: 'access_requested' }, source: { kind: 'file', body: { id, title: 'Agreement.pdf' } }, user: { firstName: 'Eve' } });
  const { requests: [request] } = await ada.call('files.accessRequests', { params: { id } });
  await ada.call('files.acceptAccess', { params: { id, requestId: request!.requestId } });
  // Not also that it was shared: the answer says so.
  expect(await listOf(eve)).toMatchObject([{ message: { code: 'access_request_accepted' }, source: { body: { title: 'Agreement.pdf' } } }]);
  await ada.call('files.stopSharing', { params: { id }, body: { participants: [eve.userId] } });
  expect(await listOf(eve)).toMatchObject([{ message: { code: 'sharing_stopped' }, source: { body: null } }, { message: { code: 'access_request_accepted' }, source: { body: null } }]);
  await ada.call('files.share', { params: { id }, body: { participants: [{ email: eve.email }] } });
  await ada.call('files.changeOwner', { params: { id }, body: { userId: eve.userId, reason: '' } });
  expect((await codesOf(eve)).slice(0, 2)).toEqual(['owner_changed', 'resource_shared']);
});

test('an invitation to an organization reaches the person, also one without an account yet, until it is answered', async () => {
  const organization = await ada.call('organizations.create', { body: { name: 'Works' } });
  const address = `new${number}@example.org`;
  await ada.call('organizations.invite', { ...at(organization), body: { members: [{ email: address }] } });
  const mia = await Client.signIn(server, address, { firstName: 'Mia' });
  const [invited] = await listOf(mia);
  const { invites: [invite] } = await mia.call('invites.list');
  expect(invited).toMatchObject({ action: 'invite_to_org', message: { code: 'invited' }, source: { kind: 'organization', body: { id: organization.id, title: 'Works', inviteId: invite!.id } }, user: { firstName: 'Ada' } });
  expect(await unreadOf(mia)).toBe(1);
  await mia.call('invites.reject', { params: { id: invite!.id } });
  expect(await unreadOf(mia)).toBe(0);
  expect((await listOf(mia))[0]!.source.body).toBe(null);
  expect(await listOf(ada)).toEqual([]);
});

describe('the list', () => {
  test('is read page by page, newest first, and counts what is kept', async () => {
    await give(bea, counts.notificationsPage + 5);
    const first = await bea.call('notifications.list');
    expect([first.notifications.length, first.total, first.unread]).toEqual([counts.notificationsPage, counts.notificationsPage + 5, counts.notificationsPage + 5]);
    const second = await bea.call('notifications.list', { query: { exclusiveFrom: first.lastKey! } });
    expect([second.notifications.length, second.lastKey]).toEqual([5, null]);
    const ids = [...first.notifications, ...second.notifications].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
    expect((await bea.call('notifications.unread')).newest).toBe(ids[0]);
  });

  test('counts unread ones no further than is shown', async () => {
    await give(bea, counts.unreadNotifications + 50);
    expect(await unreadOf(bea)).toBe(counts.unreadNotifications + 1);
  });

  test('is nobody else\'s to see or to mark', async () => {
    await start(ada, await draft(ada, [bea.email]));
    const [own] = await listOf(bea);
    expect(await eve.call('notifications.read', { body: { ids: [own!.id], upTo: 'f'.repeat(24), about: own!.source.body!.id } })).toEqual({ unread: 0 });
    expect([await listOf(eve), await unreadOf(bea), (await listOf(bea))[0]!.new]).toEqual([[], 1, true]);
  });
});

describe('marking as read', () => {
  test('by id, by resource, and all up to one', async () => {
    const [first, second] = [await start(ada, await draft(ada, [bea.email])), await start(ada, await draft(ada, [bea.email]))];
    await give(bea, 2);
    const [newest] = await listOf(bea);
    expect(await bea.call('notifications.read', { body: { ids: [newest!.id] } })).toEqual({ unread: 3 });
    expect(await bea.call('notifications.read', { body: { about: newest!.source.body?.id === first.id ? second.id : first.id } })).toEqual({ unread: 2 });
    const [, oldest] = (await listOf(bea)).toReversed();
    expect(await bea.call('notifications.read', { body: { upTo: oldest!.id } })).toEqual({ unread: 0 });
    expect(await bea.call('notifications.read', { body: {} })).toEqual({ unread: 0 });
  });

  test('at the same time from several devices, while new ones arrive, counts each once', async () => {
    await give(bea, 40);
    const ids = (await listOf(bea)).map(({ id }) => id);
    const acts = [...ids.flatMap((id) => [id, id]).map((id) => bea.call('notifications.read', { body: { ids: [id] } })), bea.call('notifications.read', { body: { upTo: ids.at(-1)! } }), ...[1, 2, 3].map(() => give(bea, 1, -10_000))];
    await Promise.all(acts as Promise<unknown>[]);
    expect(await unreadOf(bea)).toBe(3);
  });
});

describe('retention', () => {
  const day = 24 * 60 * 60_000;

  test('old ones go, and of many the oldest', async () => {
    await give(bea, 3, 91 * day);
    await give(bea, 2, 89 * day);
    await give(carl, counts.notifications + 7);
    const idsOf = async (who: Client) => (await server.infrastructure.db.selectFrom('notifications').select('id').where('user_id', '=', who.userId).orderBy('id').execute()).map(({ id }) => id);
    const before = await idsOf(carl);
    await deleteOldNotifications(server.infrastructure.db);
    expect([await countOf(bea), await idsOf(carl)]).toEqual([2, before.slice(7)]);
  });

  test('they go with the account, and nobody without one gets any', async () => {
    await give(eve, 3);
    await eve.call('auth.deleteUser');
    await server.infrastructure.db.transaction().execute((tx) => notify(tx, { code: 'own_turn', source: { kind: 'transaction', id: 'a'.repeat(24) }, actorId: null, userIds: [eve.userId] }));
    expect(await countOf(eve)).toBe(3);
    await finishDeletion(server.infrastructure, eve.userId);
    expect(await countOf(eve)).toBe(0);
  });
});

test('notifications are written with what they tell of, or not at all', async () => {
  await server.infrastructure.db.transaction().execute(async (tx) => {
    await notify(tx, { code: 'own_turn', source: { kind: 'transaction', id: 'a'.repeat(24) }, actorId: null, userIds: [bea.userId] });
    throw new Error('undone');
  }).catch(() => undefined);
  expect(await countOf(bea)).toBe(0);
});

test('whoever verifies a number gets what its guest account was told', async () => {
  const phone = `+4915100${String(90_000 + number)}`;
  const sent = await start(ada, await draft(ada, [], { recipients: [{ phone, firstName: 'Pia' }] }));
  expect(await countOf(eve)).toBe(0);
  await eve.call('profile.update', { body: { phone } });
  await eve.call('auth.sendVerificationSms', { body: { callback: '/verify' } });
  const texts = await server.infrastructure.db.selectFrom('text_messages').selectAll().where('recipient', '=', phone).orderBy('created_at').execute();
  const ticket = texts.map(({ body }) => /ticket=([\w-]+)/.exec(body)?.[1]).findLast(Boolean);
  await eve.call('auth.verifyPhone', { query: { ticket: ticket! } });
  expect(await listOf(eve)).toMatchObject([{ message: { code: 'signature_requested' }, source: { body: { id: sent.id, title: 'Lease' } } }]);
});
