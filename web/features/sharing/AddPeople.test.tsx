import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import { AddPeople } from './AddPeople.tsx';
import { PublicAccess } from './PublicAccess.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<(id: string) => Promise<unknown>>() }));
vi.mock('#web/ui/snackbar.ts', () => ({ notify: () => undefined, notifyError: () => undefined }));

let root: Root | undefined;
beforeEach(() => {
  vi.mocked(call).mockReset().mockImplementation(async (id) => (id === 'files.share' ? { participants: [] } : {}));
});
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

async function shown(content: React.ReactNode): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(<Provider store={createStore()}>{content}</Provider>));
}
const press = (selector: string, text: string) =>
  act(async () => [...document.querySelectorAll<HTMLElement>(selector)].find((each) => each.textContent?.includes(text))?.click());
const sent = (id: string) => vi.mocked(call).mock.calls.filter(([name]) => name === id).map(([, input]) => input);

test('shares with the members of a team', async () => {
  await shown(<AddPeople resource={{ kind: 'file', id: 'f' }} participants={[]} teams={[{ id: 't1', name: 'Sales' }, { id: 't2', name: 'Legal' }]} isNext />);
  await press('button', 'add.team');
  await press('[role=menuitem]', 'Legal');
  expect(sent('files.share')).toEqual([{ params: { id: 'f' }, body: { participants: [{ type: 'team', id: 't2' }], message: '' } }]);
});

test('offers no team where there is none', async () => {
  await shown(<AddPeople resource={{ kind: 'file', id: 'f' }} participants={[]} teams={[]} isNext />);
  expect(document.body.textContent).not.toContain('add.team');
});

test.each(['file', 'transaction'] as const)('opens and closes a %s to everybody', async (kind) => {
  await shown(<PublicAccess resource={{ kind, id: 'x' }} isPublic={false} isDraft={false} />);
  await act(async () => document.querySelector('input')?.click());
  expect(sent(kind === 'file' ? 'files.updateMeta' : 'transactions.update')).toEqual([{ params: { id: 'x' }, body: { public: true } }]);
});

test('the checkbox keeps the focus while it is saved, and takes one change at a time', async () => {
  vi.mocked(call).mockReturnValue(new Promise(() => undefined));
  await shown(<PublicAccess resource={{ kind: 'file', id: 'x' }} isPublic={false} isDraft={false} />);
  const input = document.querySelector('input');
  await act(async () => input?.focus());
  await act(async () => input?.click());
  await act(async () => input?.click());
  expect([sent('files.updateMeta').length, input?.disabled, document.activeElement === input]).toEqual([1, false, true]);
});

test('a draft cannot be opened to everybody', async () => {
  await shown(<PublicAccess resource={{ kind: 'transaction', id: 'x' }} isPublic={false} isDraft />);
  expect(document.querySelector('input')?.disabled).toBe(true);
  expect(document.body.textContent).toContain('public.draft');
});
