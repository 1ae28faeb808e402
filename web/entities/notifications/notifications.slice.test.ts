import { describe, expect, test } from 'vitest';
import type { Notification } from '#contract/entities/notification.ts';
import { createStore } from '../store.ts';
import { newestReceived, notificationsRead, olderReceived, selectNotifications, unreadReceived } from './notifications.slice.ts';

const idOf = (number: number): string => String(number).padStart(24, '0');
const entry = (number: number, isNew = true): Notification => ({
  id: idOf(number), action: 'incoming_transaction', message: { code: 'signature_requested' }, new: isNew, timestamp: '2026-01-01T00:00:00.000Z',
  source: { kind: 'transaction', body: { id: idOf(number * 100), title: 'Lease', inviteId: null } }, user: null,
});
const page = (numbers: number[], lastKey: number | null = null) => ({ notifications: numbers.map((number) => entry(number)), total: 9, unread: numbers.length, lastKey: lastKey === null ? null : idOf(lastKey) });
const shown = (store: ReturnType<typeof createStore>) => selectNotifications(store.getState());
const numbersIn = (store: ReturnType<typeof createStore>) => shown(store).items?.map(({ id }) => Number(id));

describe('a page of the newest', () => {
  test('goes before what was loaded, without doubles, and the next page stays where it was', () => {
    const store = createStore();
    store.dispatch(newestReceived(page([6, 5, 4], 4)));
    store.dispatch(olderReceived(page([3, 2], 2)));
    store.dispatch(newestReceived(page([8, 7, 6], 6)));
    expect([numbersIn(store), shown(store).lastKey, shown(store).newest]).toEqual([[8, 7, 6, 5, 4, 3, 2], idOf(2), idOf(8)]);
  });

  test('takes the place of what was loaded if there may be others in between', () => {
    const store = createStore();
    store.dispatch(newestReceived(page([3, 2], 2)));
    store.dispatch(newestReceived(page([8, 7], 7)));
    expect([numbersIn(store), shown(store).lastKey]).toEqual([[8, 7], idOf(7)]);
  });

  test('that is the last one is all there is', () => {
    const store = createStore();
    store.dispatch(newestReceived(page([3, 2, 1])));
    store.dispatch(newestReceived(page([3])));
    expect([numbersIn(store), shown(store).lastKey]).toEqual([[3], null]);
  });
});

test.each([
  [{ ids: [idOf(2)] }, [true, false, true]],
  [{ about: idOf(300) }, [false, true, true]],
  [{ upTo: idOf(2) }, [true, false, false]],
])('%j is shown as read at once', (read, expected) => {
  const store = createStore();
  store.dispatch(newestReceived(page([3, 2, 1])));
  store.dispatch(notificationsRead(read));
  expect(shown(store).items?.map((each) => each.new)).toEqual(expected);
});

test('a count leaves the list as it is', () => {
  const store = createStore();
  store.dispatch(newestReceived(page([1])));
  store.dispatch(unreadReceived({ unread: 7, newest: idOf(9) }));
  expect([shown(store).unread, shown(store).newest, numbersIn(store)]).toEqual([7, idOf(9), [1]]);
});
