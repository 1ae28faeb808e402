/** Reminders of several requests at once. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { createStore } from '#web/entities/store.ts';
import { AppError } from '#web/services/app-error.ts';
import { call } from '#web/services/api/call.ts';
import { addFurtherTexts } from '#web/services/i18n/i18n.ts';
import { BulkActionDialog } from './BulkActionDialog.tsx';
import { useRemindAll } from './use-remind-all.ts';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
vi.mock('#web/services/i18n/i18n.ts', () => ({ addFurtherTexts: vi.fn<() => Promise<void>>() }));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });

let root: Root | undefined;
beforeEach(() => {
  vi.mocked(call).mockReset().mockResolvedValue({} as never);
  vi.mocked(addFurtherTexts).mockReset().mockResolvedValue();
});
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

const person = (id: string, more = {}) => ({ id, email: `${id}@example.org`, phone: null, firstName: id, lastName: null, completed: false, removed: false, signingOrder: 1, ...more });
const lease = { id: 't', name: 'Lease', recipients: [person('me', { owner: true }), person('bob'), person('eve', { inPerson: true })] } as unknown as Transaction;

const Shown = ({ run, items = [{ id: 't', title: 'Lease' }] }: { run?: (id: string) => Promise<never>; items?: { id: string; title: string }[] }) => {
  const remind = useRemindAll();
  return <BulkActionDialog action="remind" items={items} run={run ?? (() => remind(lease))} onClose={() => undefined} />;
};

const button = (text: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text);

async function confirmed(run?: () => Promise<never>): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(<Provider store={createStore()}><Shown {...(run ? { run } : {})} /></Provider>));
  await act(async () => button('many.remind.confirm')?.click());
}

test('neither the sender nor in-person signers are reminded', async () => {
  await confirmed();
  expect(vi.mocked(call).mock.calls.map(([, input]) => (input as { body: { userId: string } }).body.userId)).toEqual(['bob']);
});

test.each([
  ['texts cannot be loaded', undefined],
  ['the action fails unexpectedly', () => Promise.reject(new TypeError('away'))],
])('if %s, the dialog says so and can be used again', async (_, run) => {
  vi.mocked(addFurtherTexts).mockRejectedValue(new TypeError('away'));
  await confirmed(run);
  expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('Lease: ');
  expect(button('tryAgain')?.matches('[aria-disabled=true], :disabled')).toBe(false);
});

test.each([[['conflict', 'not_found'], true], [['conflict', 'conflict'], false]] as const)('failures of %j are introduced as several: %s', async (codes, isIntroduced) => {
  const items = codes.map((code, at) => ({ id: `${at}`, title: code }));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  const run = (id: string) => Promise.reject(new AppError(codes[Number(id)] ?? 'conflict'));
  await act(async () => root?.render(<Provider store={createStore()}><Shown run={run} items={items} /></Provider>));
  await act(async () => button('many.remind.confirm')?.click());
  const shown = document.querySelector('[role=alertdialog]');
  expect(shown?.querySelectorAll('li')).toHaveLength(2);
  expect(shown?.querySelector('li')?.closest('ul')?.previousElementSibling !== null).toBe(isIntroduced);
});
