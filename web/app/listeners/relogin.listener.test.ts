import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { timing } from '#contract/limits/timing.ts';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { startReloginListener } from './relogin.listener.ts';

const notify = vi.hoisted(() => vi.fn<(text: string, options: { action: { run(): void } }) => void>());
vi.mock('#web/ui/snackbar.ts', () => ({ notify }));
const signIn = vi.hoisted(() => vi.fn<(request: object) => Promise<void>>(async () => undefined));
vi.mock('#web/services/auth/auth.ts', () => ({ signIn }));
vi.mock('#web/services/i18n/i18n.ts', () => ({ addFurtherTexts: async () => undefined }));
vi.mock('#web/services/i18n/languages.ts', () => ({ formatLocale: () => 'en' }));
const server = vi.hoisted(() => ({ endsAt: '' }));
const call = vi.hoisted(() => vi.fn<(id: string) => Promise<object>>());
vi.mock('#web/services/api/call.ts', () => ({ call }));

beforeAll(startReloginListener);
beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  call.mockImplementation(async () => ({ sessions: [{ current: false, endsAt: new Date(0).toISOString() }, { current: true, endsAt: server.endsAt }] }));
});
afterEach(() => vi.useRealTimers());

const endIn = (milliseconds: number): void => {
  server.endsAt = new Date(Date.now() + milliseconds).toISOString();
};

test('a sign-in that ends within twelve hours is offered to be renewed, and returns here', async () => {
  endIn(timing.reloginWithin);
  createStore().dispatch(sessionStarted('a'.repeat(24)));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(notify).toHaveBeenCalledOnce();
  notify.mock.calls[0]?.[1].action.run();
  expect(signIn).toHaveBeenCalledWith({ returnTo: '/', again: true });
});

test('a longer one is looked at again every six hours', async () => {
  endIn(timing.reloginWithin + timing.reloginCheck + 120_000);
  createStore().dispatch(sessionStarted('a'.repeat(24)));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([call.mock.calls.length, notify.mock.calls.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(timing.reloginCheck - 1);
  expect(call).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(120_001);
  expect(call).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(timing.reloginCheck);
  expect(notify).toHaveBeenCalledOnce();
});
