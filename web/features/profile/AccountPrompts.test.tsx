import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '#contract/entities/profile.ts';
import { profileReceived } from '#web/entities/profile/profile.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import AccountPrompts from './AccountPrompts.tsx';

// jsdom has no CSS.escape, which the dialog's keyboard handling needs.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<(id: string) => Promise<unknown>>(), takePrefetched: async () => undefined }));
vi.mock('#web/services/auth/passkeys.ts', () => ({ canUsePasskeys: () => true }));

const profile = (more: object = {}) =>
  ({ id: '1', type: 'user', firstName: 'Ada', lastName: 'Byron', attributes: { cookiesConsentDate: null, passkeyOfferDate: null }, ...more }) as Profile;

let root: Root | undefined;
beforeEach(() => {
  localStorage.clear();
  vi.mocked(call).mockImplementation(async (id) => (id === 'passkeys.list' ? { passkeys: [] } : profile({ attributes: { passkeyOfferDate: new Date().toISOString() } })) as never);
});
afterEach(async () => {
  await act(async () => root?.unmount());
  vi.clearAllMocks();
});

async function visit(who: Profile, store = createStore()) {
  store.dispatch(profileReceived(who));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(<Provider store={store}><AccountPrompts /></Provider>));
  return store;
}

const regions = (): (string | undefined)[] => [...document.querySelectorAll('section[aria-labelledby]')].map((section) => section.querySelector('h2')?.textContent ?? undefined);
const press = (name: string) => act(async () => [...document.querySelectorAll('button')].find((button) => [button.textContent, button.getAttribute('aria-label')].includes(name))?.click());

test('asks for the name first, as a card, and remembers a dismissal', async () => {
  const store = await visit(profile({ firstName: null }));
  expect(regions()).toEqual(['namePrompt.title']);
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await press('later');
  // One prompt per visit.
  expect(regions()).toEqual([]);
  await act(async () => root?.unmount());
  await visit(profile({ firstName: null }), store);
  expect(regions()).toEqual(['passkeys.createTitle']);
});

test('offers a passkey to a named person without one and has the server remember a dismissal', async () => {
  const store = await visit(profile());
  expect(regions()).toEqual(['passkeys.createTitle']);
  await press('later');
  expect(call).toHaveBeenCalledWith('profile.passkeyPromotion', {});
  await act(async () => root?.unmount());
  await visit(store.getState().profile.value!, store);
  expect(regions()).toEqual([]);
});
