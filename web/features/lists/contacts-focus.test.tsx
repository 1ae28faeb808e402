/** The focus is never lost: the button that opened a dialog may be gone when it closes. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import ContactsScreen from './ContactsScreen.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
vi.mock('#web/ui/snackbar.ts', () => ({ notify: () => undefined, notifyError: () => undefined }));
// jsdom lacks what menus, dialogs and lists use.
class Observer {
  observe = (): void => undefined;
  unobserve = (): void => undefined;
  disconnect = (): void => undefined;
}
vi.stubGlobal('CSS', { escape: (text: string) => text });
vi.stubGlobal('ResizeObserver', Observer);
vi.stubGlobal('IntersectionObserver', Observer);

const contact = (id: string) => ({ id, firstName: id, lastName: null, email: `${id}@example.org`, phone: null });
let root: Root;
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

async function shown(ids: readonly string[]): Promise<void> {
  vi.mocked(call).mockImplementation((async (id: string) => (id === 'contacts.list' ? { contacts: ids.map(contact), lastKey: null } : contact('New'))) as never);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Provider store={createStore()}><MemoryRouter><ContactsScreen /></MemoryRouter></Provider>));
  await settled();
}
const settled = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 250))));
const press = (text: string, within = '') =>
  act(async () => {
    const found = [...document.querySelectorAll<HTMLElement>(`${within} button, ${within} [role=menuitem]`)].find((each) => [each.textContent, each.getAttribute('aria-label')].includes(text));
    found?.focus();
    found?.click();
  });
const write = (type: string, text: string) =>
  act(async () => {
    const input = document.querySelector<HTMLInputElement>(`[role=dialog] input[type=${type}]`);
    if (input) Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const hasFocus = () => document.activeElement !== document.body && document.activeElement?.contains(document.querySelector('h1'));

test('after a contact is deleted', async () => {
  await shown(['Ada', 'Bo']);
  await act(async () => document.querySelector<HTMLElement>('li button')?.focus());
  await act(async () => document.querySelector<HTMLElement>('li button')?.click());
  await press('delete');
  await press('delete', '[role=alertdialog]');
  await settled();
  expect([document.querySelectorAll('li').length, document.querySelector('[role=alertdialog]'), hasFocus()]).toEqual([1, null, true]);
});

test('after the first contact is added', async () => {
  await shown([]);
  await press('add');
  await write('email', 'new@example.org');
  await press('add', '[role=dialog]');
  await settled();
  expect([document.querySelectorAll('li').length, document.querySelector('[role=dialog]'), hasFocus()]).toEqual([1, null, true]);
});
