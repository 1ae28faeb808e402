import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import type { Profile } from '#contract/entities/profile.ts';
import { profileReceived } from '#web/entities/profile/profile.slice.ts';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { DropOverlay } from './DropOverlay.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const notifyError = vi.hoisted(() => vi.fn<(text: string) => void>());
vi.mock('#web/ui/snackbar.ts', () => ({ notifyError }));
vi.mock('#web/services/api/call.ts', () => ({ call: () => new Promise(() => undefined) }));

let root: Root;
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const drag = (name: string, files: File[] = []) => act(async () => {
  const event = Object.assign(new Event(name, { cancelable: true }), { dataTransfer: { types: ['Files'], files } });
  window.dispatchEvent(event);
  return event.defaultPrevented;
});

test('a document dropped without quota is told why, and the browser does not open it instead', async () => {
  const store = createStore();
  store.dispatch(sessionStarted('me'));
  store.dispatch(profileReceived({ id: 'me', featureFlags: { allowResourceCreation: true, transactionsQuota: 0, templatesQuota: 1 } } as Profile));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Provider store={store}><MemoryRouter initialEntries={['/transactions']}><DropOverlay /></MemoryRouter></Provider>));
  await drag('dragenter');
  expect(document.body.textContent).toBe('drop.refusedrefused.transactionsQuota');
  let prevented = false;
  window.addEventListener('drop', (event) => (prevented = event.defaultPrevented), { once: true });
  await drag('drop', [new File(['%PDF-1.7'], 'Lease.pdf')]);
  expect(prevented).toBe(true);
  expect(notifyError).toHaveBeenCalledWith('refused.transactionsQuota', expect.anything());
  expect(store.getState().uploads.uploads.ids).toEqual([]);
});
