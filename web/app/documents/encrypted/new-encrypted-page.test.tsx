/** A file that can't be signed is refused when it is chosen; what is prepared is not lost unasked, and not left behind. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '#web/entities/store.ts';
import { selectOpenFiles } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { AppError } from '#web/services/app-error.ts';
import NewEncryptedPage from './NewEncryptedPage.tsx';

// jsdom has no CSS.escape, which the dialog's keyboard handling needs.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });

const inspect = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('#web/services/uploads/inspect-pdf.ts', () => ({ inspectPdf: inspect }));
vi.mock('#web/entities/deployment/use-limits.ts', () => ({ useLimits: () => ({ fileSize: 1000 }) }));
vi.mock('./PlaceFields.tsx', () => ({ PlaceFields: () => null }));

let root: Root;
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => act(async () => root.unmount()));
const open = async () => {
  const store = createStore();
  const router = createMemoryRouter([{ path: '/new', element: <NewEncryptedPage /> }, { path: '/list', element: <p>list</p> }], { initialEntries: ['/new'] });
  await act(async () => root.render(<Provider store={store}><RouterProvider router={router} /></Provider>));
  return { store, router };
};
const choose = async (outcome: Promise<unknown>) => {
  outcome.catch(() => undefined);
  inspect.mockReturnValueOnce(outcome);
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('No file can be chosen');
  Object.defineProperty(input, 'files', { configurable: true, value: [new File(['%PDF'], 'Lease.pdf')] });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
};
const text = () => document.body.textContent ?? '';
const press = (name: string) => act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());

test('a document with a password is refused when it is chosen', async () => {
  await open();
  await choose(Promise.reject(new AppError('pdf_password')));
  expect([text().includes('new.protected'), text().includes('Lease.pdf')]).toEqual([true, false]);
  await choose(Promise.resolve({ unsignable: null }));
  expect([text().includes('new.protected'), text().includes('Lease.pdf')]).toEqual([false, true]);
});

test('whoever leaves with a document in hand is asked, and nobody else', async () => {
  const { router } = await open();
  await act(async () => router.navigate('/list'));
  expect(text()).toBe('list');
  await act(async () => router.navigate('/new'));
  await choose(Promise.resolve({ unsignable: null }));
  await act(async () => router.navigate('/list'));
  expect(text()).toContain('leave.prepared');
  await press('leave.stay');
  expect([router.state.location.pathname, text().includes('leave.prepared')]).toEqual(['/new', false]);
  await act(async () => router.navigate('/list'));
  await press('leave.go');
  expect(router.state.location.pathname).toBe('/list');
});

test('its fields leave the editor with the page', async () => {
  const { store, router } = await open();
  await act(async () => void store.dispatch(editorActions.fileOpened({ id: 'encrypted', fields: [], isNeverSaved: true })));
  expect(Object.keys(selectOpenFiles(store.getState()))).toEqual(['encrypted']);
  await act(async () => router.navigate('/list'));
  expect(Object.keys(selectOpenFiles(store.getState()))).toEqual([]);
});

test('a title that is entered while the file is read stays', async () => {
  await open();
  let read: (facts: unknown) => void = () => undefined;
  await choose(new Promise((resolve) => (read = resolve)));
  const input = document.querySelector<HTMLInputElement>('input:not([type=file])');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Merger');
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => read({ unsignable: null }));
  expect([input?.value, text().includes('Lease.pdf')]).toEqual(['Merger', true]);
});
