import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Notification } from '#contract/entities/notification.ts';
import type { EventType, LiveEvent } from '#contract/events.ts';
import { timing } from '#contract/limits/timing.ts';
import { liveEventReceived } from '#web/entities/live-event.ts';
import { selectNotifications } from '#web/entities/notifications/notifications.slice.ts';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { pathVisited } from '#web/entities/ui-state/ui.slice.ts';
import { useLiveNotifications, useReadHere } from './use-live-notifications.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const notify = vi.hoisted(() => vi.fn<(text: string) => void>());
vi.mock('#web/ui/snackbar.ts', () => ({ notify }));
vi.mock('i18next', () => ({ default: { t: (key: string) => key } }));
vi.mock('#web/services/i18n/i18n.ts', () => ({ withFurtherTexts: (load: () => Promise<unknown>) => load }));
const server = vi.hoisted(() => ({ calls: [] as [string, unknown][], list: [] as unknown[] }));
vi.mock('#web/services/api/call.ts', () => ({
  call: async (name: string, input: { body?: unknown }) => {
    server.calls.push([name, input.body]);
    const list = server.list as Notification[];
    const unread = list.filter((each) => each.new).length;
    if (name === 'notifications.unread') return { unread, newest: list[0]?.id ?? null };
    return name === 'notifications.read' ? { unread: 0 } : { notifications: list, total: list.length, unread, lastKey: null };
  },
}));

const resource = 'a'.repeat(24);
const entry = (number: number, code: Notification['message']['code']): Notification => ({
  id: String(number).padStart(24, '0'), action: 'transaction_updated', message: { code }, new: true, timestamp: '2026-01-01T00:00:00.000Z',
  source: { kind: 'transaction', body: { id: resource, title: null, inviteId: null } }, user: null,
});
const event = (type: EventType): LiveEvent => ({ id: '1', type, resourceId: resource, actorId: null, createdAt: '2026-01-01T00:00:00.000Z', data: {} });

beforeEach(() => {
  vi.useFakeTimers();
  notify.mockClear();
  Object.assign(server, { calls: [], list: [] });
});
afterEach(() => vi.useRealTimers());

async function open(path = '/transactions') {
  const store = createStore();
  store.dispatch(sessionStarted('b'.repeat(24)));
  store.dispatch(pathVisited(path));
  const Shown = () => {
    useLiveNotifications();
    useReadHere();
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Provider store={store}><MemoryRouter initialEntries={[path]}><Shown /></MemoryRouter></Provider>));
  const unmount = () => act(() => root.unmount());
  const later = async () => {
    await act(() => vi.advanceTimersByTimeAsync(timing.notificationsDebounce));
    await vi.dynamicImportSettled();
  };
  await later();
  return { store, later, unmount };
}
const names = () => server.calls.map(([name]) => name);

test('many events at once are answered by one count, and the list is fetched only if there is something new', async () => {
  const { store, later, unmount } = await open();
  expect(names()).toEqual(['notifications.unread']);
  for (let index = 0; index < 50; index += 1) store.dispatch(liveEventReceived(event('transaction_updated')));
  await later();
  expect(names()).toEqual(['notifications.unread', 'notifications.unread']);
  server.list = [entry(1, 'reminded')];
  store.dispatch(liveEventReceived(event('transaction_updated')));
  await later();
  expect(names().slice(2)).toEqual(['notifications.unread', 'notifications.list']);
  expect(selectNotifications(store.getState()).unread).toBe(1);
  unmount();
});

test.each([['reminded', '/transactions', ['message.reminded']], ['signature_requested', '/transactions', []], ['reminded', `/transaction/${resource}`, []]] as const)(
  'of %s at %s it says %j: what another listener tells, or the page shows, is not said twice', async (code, path, texts) => {
    const { store, later, unmount } = await open(path);
    server.list = [entry(1, code)];
    store.dispatch(liveEventReceived(event('transaction_updated')));
    await later();
    await later();
    expect(notify.mock.calls.map(([text]) => text)).toEqual(texts);
    unmount();
  },
);

test('events of which nothing is told count nothing', async () => {
  const { store, later, unmount } = await open();
  store.dispatch(liveEventReceived(event('bulk_counter_changed')));
  await later();
  expect(names()).toEqual(['notifications.unread']);
  unmount();
});

test('on the page of a resource, what there is about it counts as read', async () => {
  server.list = [entry(1, 'reminded')];
  const { unmount } = await open(`/transaction/${resource}`);
  expect(server.calls.filter(([name]) => name === 'notifications.read')).toEqual([['notifications.read', { about: resource }]]);
  unmount();
});

test('in a tab that nobody looks at nothing counts as read until somebody does', async () => {
  server.list = [entry(1, 'reminded')];
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { unmount } = await open(`/transaction/${resource}`);
  expect(names()).not.toContain('notifications.read');
  visibility.mockReturnValue('visible');
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  expect(names()).toContain('notifications.read');
  visibility.mockRestore();
  unmount();
});
