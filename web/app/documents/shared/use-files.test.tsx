/** The shown document stays shown when the documents are reordered, in a sheet too. */
import { act, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { useSelectedDocument } from './use-files.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('a sheet keeps its history entry while documents are moved; the address follows once it is closed', async () => {
  let shown = '';
  let reorder: (ids: string[]) => void = () => undefined;
  const Screen = () => {
    const [ids, setIds] = useState(['a', 'b']);
    const [id] = useSelectedDocument(ids);
    useEffect(() => void (reorder = setIds), []);
    useEffect(() => void (shown = id), [id]);
    return null;
  };
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const router = createBrowserRouter([{ path: '*', element: <Screen /> }]);
  await act(async () => root.render(<RouterProvider router={router} />));
  await act(async () => window.history.pushState({ ...window.history.state, sheets: 1 }, ''));

  await act(async () => reorder(['b', 'a']));
  expect([shown, window.location.search, (window.history.state as { sheets?: number }).sheets]).toEqual(['a', '', 1]);

  await act(async () => {
    window.history.back();
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  });
  await vi.waitFor(() => expect(window.location.search).toBe('?selectedDocument=2'));
  expect(shown).toBe('a');
  await act(async () => root.unmount());
});

test('the shown document stays shown when the order changes again before the address has followed', async () => {
  let shown = '';
  let reorder: (ids: string[]) => void = () => undefined;
  const Screen = () => {
    const [ids, setIds] = useState(['a', 'b']);
    const [id] = useSelectedDocument(ids);
    useEffect(() => void (reorder = setIds), []);
    useEffect(() => void (shown = id), [id]);
    return null;
  };
  let arrive: (() => void) | undefined;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  // The router takes its time the first time.
  const router = createMemoryRouter([{ path: '*', element: <Screen />, loader: ({ request }) => (request.url.endsWith('=1') && !arrive ? new Promise((resolve) => (arrive = () => resolve(null))) : null) }], { initialEntries: ['/?selectedDocument=2'] });
  await act(async () => root.render(<RouterProvider router={router} />));
  expect(shown).toBe('b');
  await act(async () => reorder(['b', 'a']));
  await act(async () => reorder(['a', 'b']));
  await act(async () => arrive?.());
  await act(async () => reorder(['b', 'a']));
  expect([shown, router.state.location.search]).toEqual(['b', '?selectedDocument=1']);
  await act(async () => root.unmount());
});
