import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pushState, silenceDevice, subscribeDevice, unsubscribeDevice } from './device-push.ts';

const subscription = { endpoint: 'https://push.example.org/1', unsubscribe: vi.fn<() => Promise<boolean>>(async () => true), toJSON: () => ({ endpoint: 'https://push.example.org/1', keys: { p256dh: 'p', auth: 'a' } }) };
const manager = { getSubscription: vi.fn<() => Promise<typeof subscription | null>>(), subscribe: vi.fn<(options: { applicationServerKey: Uint8Array }) => Promise<typeof subscription>>() };
const permission = { permission: 'default', requestPermission: vi.fn<() => Promise<string>>() };
let ready: Promise<unknown>;

beforeEach(() => {
  ready = Promise.resolve({ pushManager: manager });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', permission);
  vi.stubGlobal('navigator', { serviceWorker: { get ready() { return ready; } } });
  permission.permission = 'default';
  permission.requestPermission.mockReset().mockResolvedValue('granted');
  manager.getSubscription.mockReset().mockResolvedValue(null);
  manager.subscribe.mockReset().mockResolvedValue(subscription);
  subscription.unsubscribe.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('how it stands on a device', async () => {
  expect(await pushState()).toBe('off');
  manager.getSubscription.mockResolvedValue(subscription);
  expect(await pushState()).toBe('on');
  permission.permission = 'denied';
  expect(await pushState()).toBe('denied');
  vi.stubGlobal('navigator', {});
  expect(await pushState()).toBe('unsupported');
});

test('without an active worker it is not offered', async () => {
  vi.useFakeTimers();
  ready = new Promise(() => undefined);
  const state = pushState();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await state).toBe('noWorker');
});

test('the browser is asked when it is switched on, and subscribes with the key of the installation', async () => {
  expect(permission.requestPermission).not.toHaveBeenCalled();
  expect(await subscribeDevice('BAE-_w')).toEqual({ endpoint: 'https://push.example.org/1', keys: { p256dh: 'p', auth: 'a' } });
  expect([...manager.subscribe.mock.calls[0]![0].applicationServerKey]).toEqual([4, 1, 62, 255]);
});

test('who refuses is not subscribed', async () => {
  permission.requestPermission.mockResolvedValue('denied');
  expect(await subscribeDevice('BAE')).toBeNull();
  expect(manager.subscribe).not.toHaveBeenCalled();
});

test('a subscription for another key gives way', async () => {
  manager.getSubscription.mockResolvedValue(subscription);
  manager.subscribe.mockRejectedValueOnce(new DOMException('another key', 'InvalidStateError'));
  expect(await subscribeDevice('BAE')).not.toBeNull();
  expect(subscription.unsubscribe).toHaveBeenCalledOnce();
});

test('switching off returns what the server has to forget', async () => {
  expect(await unsubscribeDevice()).toBeNull();
  manager.getSubscription.mockResolvedValue(subscription);
  expect(await unsubscribeDevice()).toBe('https://push.example.org/1');
  expect(subscription.unsubscribe).toHaveBeenCalledOnce();
});

test('a sign-out does not wait for a push service that does not answer', async () => {
  vi.useFakeTimers();
  const close = vi.fn<() => void>();
  manager.getSubscription.mockResolvedValue({ ...subscription, unsubscribe: vi.fn<() => Promise<boolean>>(() => new Promise(() => undefined)) });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager: manager, getNotifications: async () => [{ close }] }) } });
  const silenced = silenceDevice();
  await vi.advanceTimersByTimeAsync(3000);
  await silenced;
  expect(close).toHaveBeenCalledOnce();
});
