import type { ComponentType } from 'react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { sessionStarted, visitStarted } from '#web/entities/session/session.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { AppError } from '#web/services/app-error.ts';
import { restoreSession } from '#web/services/auth/auth.ts';
import AccessDeniedScreen from './AccessDeniedScreen.tsx';
import AuthorizeScreen from './AuthorizeScreen.tsx';
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

test('the way back from the sign-in tells who is signed in already that they are', async () => {
  vi.mocked(restoreSession).mockResolvedValue({ userId: 'ada' } as Awaited<ReturnType<typeof restoreSession>>);
  const store = createStore();
  expect(await shown(AuthorizeScreen, store)).toEqual(['signedIn.title', 'notFound.back']);
  expect(store.getState().session.userId).toBe('ada');
});

test('and everybody else that they are not', async () => {
  vi.mocked(restoreSession).mockResolvedValue(null);
  const store = createStore();
  expect(await shown(AuthorizeScreen, store)).toEqual(['signInFailed', 'signInAgain']);
  expect(store.getState().session.status).toBe('visitor');
});

test.each([
  ['visitor', visitStarted(), ['accessDenied.title', 'accessDenied.back', 'signIn']],
  ['ada', sessionStarted('ada'), ['accessDenied.title', 'accessDenied.back']],
] as const)('only whoever is not signed in is offered to sign in: %s', async (_, session, words) => {
  const store = createStore();
  store.dispatch(session);
  expect(await shown(AccessDeniedScreen, store)).toEqual(words);
});

test('H3: who is not signed in confirms nothing, and is asked to sign in to the account that asked', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('nobody is to be asked'));
  const [visitor, ada] = [createStore(), createStore()];
  visitor.dispatch(visitStarted());
  ada.dispatch(sessionStarted('ada'));
  expect(await shown(VerifyScreen, visitor, '/verify?ticket=t&verification_type=email')).toEqual(['verify.signIn', 'signIn']);
  expect(await shown(VerifyScreen, ada, '/verify?ticket=t&verification_type=email')).toEqual(['verify.askEmail', 'verify.confirm']);
  expect(asked).not.toHaveBeenCalled();
});

test('an address without a ticket is an ended link, and nobody is asked about it', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('nobody is to be asked'));
  expect(await shown(VerifyScreen)).toEqual(['verify.failed', 'signIn']);
  expect(asked).not.toHaveBeenCalled();
});
