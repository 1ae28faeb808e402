import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { failureTexts } from '#web/services/i18n/failure-texts.ts';
import { ErrorScreen } from './ErrorScreen.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('#web/services/availability.ts', () => ({ availability: () => 'unavailable', checkAvailability: async () => 'unavailable', onAvailability: () => () => undefined }));

async function titleFor(error: Error): Promise<string | null | undefined> {
  vi.spyOn(console, 'error').mockReturnValue();
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  const router = createMemoryRouter([{ path: '/', loader: () => { throw error; }, element: null, errorElement: <ErrorScreen /> }]);
  await act(async () => root.render(<RouterProvider router={router} />));
  const title = page.querySelector('h1')?.textContent;
  await act(async () => root.unmount());
  return title;
}

test.each([
  ['Chromium', new TypeError('Failed to fetch dynamically imported module: https://example.org/assets/FilesPage.js')],
  ['Firefox', new TypeError('error loading dynamically imported module: https://example.org/assets/FilesPage.js')],
  ['Safari', new TypeError('Importing a module script failed.')],
  ['styles', new Error('Unable to preload CSS for /assets/SettingsFrame.css')],
])('a chunk that fails to load is shown as a connection error: %s', async (_, error) => {
  expect(await titleFor(error)).toBe(failureTexts().notLoaded);
});

test('any other error is shown as an internal error', async () => expect(await titleFor(new TypeError('x is not a function'))).toBe(failureTexts().title));
