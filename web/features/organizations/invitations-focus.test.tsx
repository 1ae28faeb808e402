/** An answered invitation takes its buttons along; a person who went on is not pulled back. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { createStore } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import InvitationsScreen from './InvitationsScreen.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
vi.mock('#web/ui/snackbar.ts', () => ({ notify: () => undefined, notifyError: () => undefined }));

const invite = (id: string) => ({ id, name: id, logo: null, expiresAt: new Date(Date.now() + 1e8).toISOString() });
const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('li button')];
const settled = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 250))));

test('the focus moves when the row goes, and only if it is lost', async () => {
  let organizations: (list: unknown) => void = () => undefined;
  vi.mocked(call).mockImplementation((async (id: string) => {
    if (id === 'invites.accept') return { id: 'o' };
    if (id === 'organizations.list') return new Promise((resolve) => (organizations = resolve));
    return { invites: ['One', 'Two', 'Three'].map(invite) };
  }) as never);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Provider store={createStore()}><MemoryRouter><InvitationsScreen /></MemoryRouter></Provider>));
  const press = (button: HTMLButtonElement | undefined) =>
    act(async () => {
      button?.focus();
      button?.click();
    });
  expect(buttons().length).toBe(6);
  await press(buttons()[1]);
  await settled();
  // The organizations are still on their way.
  expect([buttons().length, document.activeElement?.tagName, document.activeElement?.contains(document.querySelector('h1'))]).toEqual([4, 'DIV', true]);
  await act(async () => buttons()[0]?.focus());
  await act(async () => organizations({ organizations: [] }));
  await settled();
  expect(document.activeElement).toBe(buttons()[0]);
  await act(async () => root.unmount());
});
