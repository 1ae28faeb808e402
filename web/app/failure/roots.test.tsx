/** Whatever throws, in whichever root: a page with words and two ways on is left. */
import { act } from 'react';
import type { Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { locales } from '#contract/languages.ts';
import { showLanguage } from '#web/services/i18n/texts.ts';
import { ErrorScreen } from '../screens/ErrorScreen.tsx';
import { drawFailure } from './draw-failure.ts';
import { mountRoot } from './mount-root.tsx';

const Broken = (): never => {
  throw new Error('broken');
};
const startTexts = vi.hoisted(() => vi.fn<() => Promise<string>>());
vi.mock('#web/services/i18n/i18n.ts', () => ({ startTexts, setLanguage: () => Promise.resolve() }));
vi.mock('../App.tsx', () => ({ App: () => Broken() }));
vi.mock('#web/features/sign-in/SignInPage.tsx', () => ({ SignInPage: () => Broken() }));
vi.mock('../screens/ResourcesLoadErrorScreen.tsx', () => ({ ResourcesLoadErrorScreen: () => Broken() }));
vi.mock('../screens/NotFoundScreen.tsx', () => ({ default: () => Broken() }));
// Neither is needed to see what is left on the page, and both load much.
vi.mock('#web/entities/store.ts', () => ({ createStore: () => ({ dispatch: () => undefined }) }));
vi.mock('../listeners/start-listeners.ts', () => ({ startListeners: () => undefined }));
vi.mock('../start-session.ts', () => ({ startSession: () => Promise.resolve() }));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let page: HTMLElement;
let mounted: Root | undefined;
beforeEach(() => {
  page = document.body.appendChild(document.createElement('div'));
  page.id = 'root';
  startTexts.mockResolvedValue('en');
  showLanguage('en');
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(async () => {
  await act(async () => mounted?.unmount());
  mounted = undefined;
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const shown = () => ({
  title: document.title,
  heading: page.querySelector('main h1')?.textContent,
  buttons: [...page.querySelectorAll('button')].map((each) => each.textContent),
});
const expected = { title: 'Something went wrong – Countersign', heading: 'Something went wrong', buttons: ['Go to the home page', 'Reload'] };

describe('shows the failure page when an error is thrown in', () => {
  const start = async (): Promise<void> => (await import('../start.tsx')).start(page);

  test('the app', async () => {
    await act(start);
    expect(shown()).toEqual(expected);
  });

  test('the screen for resources that did not load', async () => {
    startTexts.mockRejectedValue(new Error('away'));
    await act(start);
    expect(shown()).toEqual(expected);
  });

  test('the sign-in page', async () => {
    await act(() => import('../sign-in.tsx'));
    expect(shown()).toEqual(expected);
  });

  test.each([
    ['a screen', () => [{ path: '/', Component: Broken, errorElement: <ErrorScreen /> }]],
    ['the error screen of the router', () => [{ path: '/', loader: () => { throw new Response(null, { status: 404 }); }, Component: Broken, errorElement: <ErrorScreen />, HydrateFallback: () => null }]],
    ['a screen without an error screen', () => [{ path: '/', Component: Broken, ErrorBoundary: Broken }]],
  ])('%s', async (_, routes) => {
    await act(async () => {
      mounted = mountRoot(page, <RouterProvider router={createMemoryRouter(routes())} />);
    });
    expect(shown()).toEqual(expected);
  });
});

test.each(locales)('the failure page is in the language of the page: %s', async (language) => {
  showLanguage(language);
  drawFailure(page);
  const { default: words } = (await import(`../../../contract/locales/${language}/failure.json`)) as { default: Record<string, string> };
  expect(page.textContent).toBe([words.title, words.description, words.home, words.reload].join(''));
  expect([document.documentElement.lang, page.querySelector('main')?.lang]).toEqual([language, language]);
});

test('both buttons load a new page', () => {
  const went: string[] = [];
  vi.stubGlobal('window', { location: { assign: (to: string) => went.push(to), reload: () => went.push('again') } });
  drawFailure(page);
  for (const button of page.querySelectorAll('button')) button.click();
  vi.unstubAllGlobals();
  expect(went).toEqual(['/', 'again']);
});
