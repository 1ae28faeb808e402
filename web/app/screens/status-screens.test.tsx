import type { ComponentType } from 'react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { sessionStarted, visitStarted } from '#web/entities/session/session.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { selectIsNotFound } from '#web/entities/ui-state/ui.slice.ts';
import { AppError } from '#web/services/app-error.ts';
import { restoreSession } from '#web/services/auth/auth.ts';
import AccessDeniedScreen from './AccessDeniedScreen.tsx';
import AuthorizeScreen from './AuthorizeScreen.tsx';
import NotFoundScreen from './NotFoundScreen.tsx';
import VerifyScreen from './VerifyScreen.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('#web/services/auth/auth.ts', () => ({
  completeSignIn: () => Promise.reject(new AppError('session_expired')),
  restoreSession: vi.fn<() => Promise<{ userId: string } | null>>(),
  signIn: () => Promise.resolve(),
}));

let root: Root | undefined;
afterEach(async () => act(async () => root?.unmount()));

async function shown(Screen: ComponentType, store = createStore(), address = '/'): Promise<string[]> {
  const page = document.createElement('div');
  root = createRoot(page);
  await act(async () => root?.render(<Provider store={store}><MemoryRouter initialEntries={[address]}><Screen /></MemoryRouter></Provider>));
  return [...page.querySelectorAll('h1, a, button')].map(({ textContent }) => textContent ?? '');
}

test('the sign-in callback says that the person is already signed in', async () => {
  vi.mocked(restoreSession).mockResolvedValue({ userId: 'ada' } as Awaited<ReturnType<typeof restoreSession>>);
  const store = createStore();
  expect(await shown(AuthorizeScreen, store)).toEqual(['signedIn.title', 'notFound.back']);
  expect(store.getState().session.userId).toBe('ada');
});

test('the sign-in callback says that the sign-in failed', async () => {
  vi.mocked(restoreSession).mockResolvedValue(null);
  const store = createStore();
  expect(await shown(AuthorizeScreen, store)).toEqual(['signInFailed', 'signInAgain']);
  expect(store.getState().session.status).toBe('visitor');
});

test.each([
  ['visitor', visitStarted(), ['accessDenied.title', 'accessDenied.back', 'signIn']],
  ['ada', sessionStarted('ada'), ['accessDenied.title', 'accessDenied.back']],
] as const)('the access-denied screen offers sign-in to visitors only: %s', async (_, session, words) => {
  const store = createStore();
  store.dispatch(session);
  expect(await shown(AccessDeniedScreen, store)).toEqual(words);
});

test('H3: a visitor cannot confirm an address and is asked to sign in first', async () => {
  const request = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('nobody is to be asked'));
  const [visitor, ada] = [createStore(), createStore()];
  visitor.dispatch(visitStarted());
  ada.dispatch(sessionStarted('ada'));
  expect(await shown(VerifyScreen, visitor, '/verify?ticket=t&verification_type=email')).toEqual(['verify.signIn', 'signIn']);
  expect(await shown(VerifyScreen, ada, '/verify?ticket=t&verification_type=email')).toEqual(['verify.askEmail', 'verify.confirm']);
  expect(request).not.toHaveBeenCalled();
});

test('a link without a ticket has ended; the server is not asked', async () => {
  const request = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('nobody is to be asked'));
  expect(await shown(VerifyScreen)).toEqual(['verify.failed', 'signIn']);
  expect(request).not.toHaveBeenCalled();
});

test('nothing opens by itself above the screen that says that nothing is there', async () => {
  const store = createStore();
  await shown(NotFoundScreen, store);
  expect(selectIsNotFound(store.getState())).toBe(true);
  await act(async () => root?.unmount());
  root = undefined;
  expect(selectIsNotFound(store.getState())).toBe(false);
});

test.each([
  ['/not_found', 'notFound.back', '/'],
  ['/not_found?to=%2Ffiles%3Ffilter%3Dall', 'notFound.back', '/files?filter=all'],
  ['/not_found?to=https%3A%2F%2Fshop.example%2Forder', 'redirect.go', '/redirect?to=https%3A%2F%2Fshop.example%2Forder'],
  ['/not_found?to=javascript%3Aalert(1)', 'notFound.back', '/'],
  ['/not_found?to=%2F.%2F%2Fshop.example%2Forder', 'notFound.back', '/shop.example/order'],
  ['/nowhere?to=%2Ffiles', 'notFound.back', '/'],
])('%s leads back by “%s” to %s', async (address, text, target) => {
  const page = document.createElement('div');
  root = createRoot(page);
  await act(async () => root?.render(<Provider store={createStore()}><MemoryRouter initialEntries={[address]}><NotFoundScreen /></MemoryRouter></Provider>));
  const link = page.querySelector('a');
  expect([link?.textContent, link?.getAttribute('href')]).toEqual([text, target]);
});
