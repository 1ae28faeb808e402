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

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });
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

async function shown(path: string, flags: object): Promise<ReturnType<typeof createStore>> {
  const store = createStore();
  store.dispatch(sessionStarted('me'));
  store.dispatch(profileReceived({ id: 'me', featureFlags: flags } as Profile));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Provider store={store}><MemoryRouter initialEntries={[path]}><DropOverlay /></MemoryRouter></Provider>));
  return store;
}
const all = { allowResourceCreation: true, transactionsQuota: 1, templatesQuota: 1 };
const lease = () => new File(['%PDF-1.7'], 'Lease.pdf');
const targets = (store: ReturnType<typeof createStore>) => Object.values(store.getState().uploads.additions.entities).map((each) => each?.target);

test('where the screen does not tell what a document is for, it is asked, and goes where it was told', async () => {
  const store = await shown('/profile', all);
  await drag('dragenter');
  expect(document.querySelector('[role=status]')?.textContent).toContain('drop.ask');
  await drag('drop', [lease()]);
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('Lease.pdf'));
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'signAlone');
  await act(async () => button?.click());
  expect(targets(store)).toEqual([{ kind: 'newTransaction', alone: true }]);
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

test('a document dropped where something is signed is not opened by the browser, and goes nowhere', async () => {
  const store = await shown('/authorize', all);
  let prevented = false;
  window.addEventListener('drop', (event) => (prevented = event.defaultPrevented), { once: true });
  await drag('drop', [lease()]);
  expect([prevented, targets(store)]).toEqual([true, []]);
});

test('a document dropped without quota is told why, and the browser does not open it instead', async () => {
  const store = await shown('/transactions', { ...all, transactionsQuota: 0 });
  await drag('dragenter');
  expect(document.body.textContent).toBe('drop.refusedrefused.transactionsQuota');
  let prevented = false;
  window.addEventListener('drop', (event) => (prevented = event.defaultPrevented), { once: true });
  await drag('drop', [new File(['%PDF-1.7'], 'Lease.pdf')]);
  expect(prevented).toBe(true);
  expect(notifyError).toHaveBeenCalledWith('refused.transactionsQuota', expect.anything());
  expect(store.getState().uploads.uploads.ids).toEqual([]);
});
