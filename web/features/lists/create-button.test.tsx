import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import type { Profile } from '#contract/entities/profile.ts';
import { profileReceived } from '#web/entities/profile/profile.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { CreateButton, type AskName } from './CreateButton.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });
// Replaces the check of profile and organization.
const refusal = vi.hoisted(() => ({ of: null as string | null }));
vi.mock('#web/entities/organizations/use-may-create.ts', () => ({ useCreationRefusal: () => refusal.of }));
const notifyError = vi.hoisted(() => vi.fn<(text: string, options: { action?: { run(): void } }) => void>());
vi.mock('#web/ui/snackbar.ts', () => ({ notifyError }));

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  notifyError.mockClear();
});

const Ask: AskName = ({ profile, onSaved, onClose }) => (
  <div role="dialog">
    <p>{profile.id}</p>
    <button type="button" onClick={() => { refusal.of = null; onSaved(); }}>save</button>
    <button type="button" onClick={onClose}>close</button>
  </div>
);

async function shown(of: string | null): Promise<void> {
  refusal.of = of;
  const store = createStore();
  store.dispatch(profileReceived({ id: 'g', type: 'guest', attributes: {} } as Profile));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(<Provider store={store}><MemoryRouter><CreateButton right="createTransactions" icon={null} AskName={Ask} onFiles={() => undefined}>New</CreateButton></MemoryRouter></Provider>));
}
const press = (name: string) => act(async () => [...document.querySelectorAll('button')].find((each) => each.textContent === name)?.click());
const opensChooser = (): boolean => document.querySelector('input[type=file]') !== null;

test('a guest enters a name first and can then choose a file', async () => {
  await shown('disabled_by_allow_resource_creation_flag');
  expect(opensChooser()).toBe(false);
  await press('New');
  expect(document.querySelector('[role=dialog] p')?.textContent).toBe('g');
  await press('close');
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await press('New');
  await press('save');
  expect(document.querySelector('[role=dialog]')).toBeNull();
  expect(opensChooser()).toBe(true);
  expect(document.activeElement?.textContent).toBe('New');
});

test('a member whose role forbids it is told so', async () => {
  await shown('disabled_by_org_limitation');
  await press('New');
  expect(notifyError).toHaveBeenCalledWith('refused.disabled_by_org_limitation', { id: 'disabled_by_org_limitation' });
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

test('who has used up the quota is told before a file is chosen, with the way to the plans', async () => {
  await shown('disabled_by_domain_limitation');
  expect(opensChooser()).toBe(false);
  await press('New');
  expect(notifyError).toHaveBeenCalledWith('refused.transactionsQuota', expect.objectContaining({ action: expect.objectContaining({ text: 'refused.plans' }) }));
});

test('a person with permission chooses a file at once', async () => {
  await shown(null);
  expect(opensChooser()).toBe(true);
});
