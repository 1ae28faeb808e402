import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetPerson } from './forget.ts';

const close = vi.fn<() => void>();
const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true);
const deleted = vi.fn<(name: string) => Promise<boolean>>(async () => true);

beforeEach(() => {
  const registration = { getNotifications: async () => [{ close }], pushManager: { getSubscription: async () => ({ unsubscribe }) } };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', class {});
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal('caches', { delete: deleted });
});
afterEach(() => vi.unstubAllGlobals());

it('a browser that somebody has left shows no messages of theirs, and gets none', async () => {
  await forgetPerson('ada');
  expect([close.mock.calls.length, unsubscribe.mock.calls.length]).toEqual([1, 1]);
});

it('nobody finds what whoever left had shared with the app', async () => {
  await forgetPerson('ada');
  expect(deleted).toHaveBeenCalledWith('countersign-shared');
});

it('the key of a link that somebody followed does not wait for whoever comes next, unless it is the same person', async () => {
  sessionStorage.setItem('countersign.link-key', 'key');
  await forgetPerson('ada', { keepWork: true });
  expect(sessionStorage.getItem('countersign.link-key')).toBe('key');
  await forgetPerson('ada');
  expect(sessionStorage.getItem('countersign.link-key')).toBeNull();
});
