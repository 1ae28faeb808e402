import { expect, test } from 'vitest';
import { messagesOfEvents, notificationCodes, type NotificationCode } from '#contract/entities/notification-messages.ts';
import type { NotificationSource } from '#contract/entities/notification.ts';
import { pageOfNotification } from '#contract/entities/notification-page.ts';
import { eventTypes } from '#contract/events.ts';
import { snackbarOf } from './snackbars.ts';

const id = '1'.repeat(24);
const pageOf = (kind: NotificationSource, code: NotificationCode = 'completed', inviteId: string | null = null) => pageOfNotification({ message: { code }, source: { kind, body: { id, title: null, inviteId } } });

test.each([
  ['transaction', 'completed', null, `/transaction/${id}`], ['transaction', 'access_requested', null, `/transaction/${id}/sharing`],
  ['file', 'resource_shared', null, `/file/${id}`], ['file', 'access_requested', null, `/file/${id}/sharing`], ['template', 'owner_changed', null, `/template/${id}`],
  ['bulk', 'bulk_sent', null, `/bulks/${id}`], ['organization', 'invited', 'f'.repeat(24), `/invite/${'f'.repeat(24)}`], ['organization', 'invited', null, `/organization/${id}`],
] as const)('a %s with %s (%s) leads to %s', (kind, code, inviteId, page) => {
  expect(pageOf(kind, code, inviteId)).toBe(page);
});

test('what is gone leads nowhere', () => {
  expect(pageOfNotification({ message: { code: 'deleted' }, source: { kind: 'transaction', body: null } })).toBeNull();
});

test('every kind of event is settled: what is told of it, and who shows the snackbar of each message', () => {
  expect(Object.keys(messagesOfEvents).toSorted()).toEqual(eventTypes.toSorted());
  expect(Object.keys(snackbarOf).toSorted()).toEqual(notificationCodes.toSorted());
  expect(eventTypes.filter((type) => Object.keys(messagesOfEvents[type]).length === 0).toSorted()).toEqual(['bulk_counter_changed', 'bulk_sending_started']);
});
