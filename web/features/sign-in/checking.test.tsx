import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#web/services/app-error.ts';
import { SignInPage } from './SignInPage.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('#web/services/auth/passkeys.ts', () => ({ canUsePasskeys: () => false }));
vi.mock('#web/services/auth/connections.ts', () => ({ socialConnections: async () => [] }));
vi.mock('./LanguageChoice.tsx', () => ({ LanguageChoice: () => null }));
vi.mock('#web/services/api/call.ts', () => ({
  call: async (id: string, { body }: { body?: { work?: object } }) => {
    if (id === 'interactions.get') return { loginHint: 'ada@example.org', initialFlow: null, locale: null };
    if (!body?.work) throw new AppError('work_required', { details: { challenge: 'abc', bits: 9 } });
    return { late: false };
  },
}));

/** Solves a challenge when the test says so. */
class SlowWorker {
  static solve: () => void = () => undefined;
  onmessage: (event: { data: number }) => void = () => undefined;
  postMessage = (): void => {
    SlowWorker.solve = () => this.onmessage({ data: 1 });
  };
  terminate(): void {}
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('Worker', SlowWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a slow proof of work is announced while it lasts', async () => {
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  await act(async () => root.render(<SignInPage uid="u" isAccountDeleted={false} />));
  const said = () => [...page.querySelectorAll('[role=status]')].some(({ textContent }) => textContent.includes('checking'));
  const wait = (milliseconds: number) => act(async () => vi.advanceTimersByTimeAsync(milliseconds));
  await act(async () => page.querySelector<HTMLButtonElement>('button[type=submit]')?.click());
  await wait(699);
  expect(said()).toBe(false);
  await wait(1);
  expect(said()).toBe(true);
  await act(async () => SlowWorker.solve());
  expect(said()).toBe(false);
  expect(page.querySelector('h1')?.textContent).toBe('code.title');
  await act(async () => root.unmount());
});
