import { call } from '#web/services/api/call.ts';
import { notifyOtherTabs } from '#web/services/other-tabs.ts';
import { answersInOrder } from '../requests/answers-in-order.ts';
import { createRequest, onlyOne } from '../requests/create-request.ts';
import type { ReadNotifications } from './notifications.slice.ts';
import { newestReceived, notificationsRead, olderReceived, selectNotifications, unreadCounted, unreadReceived } from './notifications.slice.ts';

const trackRequest = answersInOrder();

/** How many are unread, and whether there are new ones. */
export const fetchUnread = createRequest('notifications/unreadRequested', async (_: void, { dispatch, signal }) => {
  const isNews = trackRequest('unread');
  const answer = await call('notifications.unread', {}, { signal });
  if (isNews()) dispatch(unreadReceived(answer));
  return answer;
});

export const fetchNewest = createRequest('notifications/newestRequested', async (_: void, { dispatch, signal }) => {
  const isNews = trackRequest('unread');
  const page = await call('notifications.list', {}, { signal });
  if (isNews()) dispatch(newestReceived(page));
  return page;
});

const olderName = 'notifications/olderRequested';
export const fetchOlder = createRequest(olderName, async (_: void, { dispatch, getState, signal }) => {
  const { lastKey } = selectNotifications(getState());
  if (lastKey !== null) dispatch(olderReceived(await call('notifications.list', { query: { exclusiveFrom: lastKey } }, { signal })));
}, onlyOne(olderName));

/** Shown as read at once. Other tabs learn of it, because the server sends people no events about their own changes. */
export const readNotifications = createRequest('notifications/readRequested', async (read: ReadNotifications, { dispatch, getState }) => {
  const isNews = trackRequest('unread');
  dispatch(notificationsRead(read));
  const { unread } = await call('notifications.read', { body: read });
  if (isNews()) dispatch(unreadCounted(unread));
  const { userId } = getState().session;
  if (userId) notifyOtherTabs({ userId, kind: 'notifications', id: userId });
});
