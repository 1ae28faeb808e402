/**
 * Web push messages in the service worker: shows each as a notification of the system, and opens its page when it is pressed. The
 * server has written it in the person's language, because the worker has no texts.
 */
import type { PushMessage } from '#contract/entities/push-message.ts';

interface Window {
  readonly focused: boolean;
  focus(): Promise<unknown>;
  navigate(address: string): Promise<unknown>;
}

interface WaitingEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface PushEvent extends WaitingEvent {
  readonly data: { json(): unknown } | null;
}

interface ClickEvent extends WaitingEvent {
  readonly notification: { readonly data: unknown; close(): void };
}

/** What it needs of the service worker's global scope, whose types can't stand beside those of a page. */
export interface PushScope {
  readonly location: { readonly origin: string };
  readonly navigator: object;
  readonly registration: { showNotification(title: string, options: { body: string; tag: string; icon: string; badge: string; data: unknown }): Promise<void> };
  readonly clients: { matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Window[]>; openWindow(address: string): Promise<unknown> };
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Null for anything that is not a message of this server's. */
function readMessage(data: unknown): PushMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { id, title, body, path, unread } = data as Record<string, unknown>;
  if (!isText(id) || !isText(title) || !isText(body) || !isText(path) || typeof unread !== 'number') return null;
  return { id, title, body, path, unread };
}

/** The address of a page of this app; anything else leads to its start. */
const addressOf = (path: unknown, origin: string): string => {
  const url = isText(path) && URL.canParse(path, origin) ? new URL(path, origin) : null;
  return url?.origin === origin ? url.href : new URL('/', origin).href;
};

async function show(scope: PushScope, message: PushMessage): Promise<void> {
  await scope.registration.showNotification(message.title, { body: message.body, tag: message.id, icon: '/icon-512.png', badge: '/icon-512.png', data: { path: message.path } });
  const navigator = scope.navigator as { setAppBadge?(count: number): Promise<void> };
  await navigator.setAppBadge?.(message.unread).catch(() => undefined);
}

/** In a window of the app that is open already, or in a new one. */
async function open(scope: PushScope, address: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [shown] = windows.toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (!shown) return void (await scope.clients.openWindow(address));
  await shown.focus();
  // A window that this worker does not control can't be led anywhere.
  await shown.navigate(address).catch(() => scope.clients.openWindow(address));
}

/** Called once, when the worker starts. */
export function listenForPush(scope: PushScope): void {
  scope.addEventListener('push', (event) => {
    let data: unknown = null;
    try {
      data = event.data?.json();
    } catch {
      // Not JSON, so not from this server.
    }
    const message = readMessage(data);
    if (message) event.waitUntil(show(scope, message));
  });
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(scope, addressOf((event.notification.data as { path?: unknown } | null)?.path, scope.location.origin)));
  });
}
