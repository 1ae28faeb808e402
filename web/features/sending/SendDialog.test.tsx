import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import { recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { transactionMessage, transactionOptions } from '#contract/entities/transaction.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { profileReceived } from '#web/entities/profile/profile.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import { reviewDraft } from './problems.ts';
import { send } from './send.ts';
import { SendDialog } from './SendDialog.tsx';

// jsdom has no CSS.escape, which the dialog's keyboard handling needs.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>(), takePrefetched: async () => undefined }));
vi.mock('./send.ts', () => ({ send: vi.fn<() => Promise<unknown>>(), shareOf: () => 0 }));

const owner = { id: '0'.repeat(24), email: 'ada@example.org', phone: null, firstName: 'Ada', lastName: 'Byron' };
const rect = { x: 1, y: 1, width: 9, height: 9 };
const files = [{ id: 'f', title: 'Lease', fields: [createField({ id: 'a', page: 1, rect, recipient: { email: 'bob@example.org' } })], ruleInputs: new Map<string, string[]>() }];
const person = (email: string, firstName: string, index: number) => recipient.parse({ id: String(index).repeat(24), email, firstName });
const actions = { onMessage: vi.fn<() => void>(), onShow: vi.fn<() => void>(), onAlone: vi.fn<() => void>(), onSent: vi.fn<() => void>(), onClose: vi.fn<() => void>() };

let root: Root | undefined;
beforeEach(() => void vi.mocked(send).mockResolvedValue({ ok: true, transaction: {} as Transaction }));
afterEach(async () => {
  await act(async () => root?.unmount());
  vi.clearAllMocks();
});

async function open(people: RecipientInput[], more: Partial<Transaction> = {}, sent = files, store = createStore()): Promise<void> {
  const recipients = people.map((each, index) => person(each.email ?? '', each.firstName ?? '', index + 1));
  const transaction = { id: '1'.repeat(24), name: 'Lease', owner, ownerId: owner.id, recipients, cc: [], options: transactionOptions.parse({}), expiresAt: null, ...more } as unknown as Transaction;
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(
    <Provider store={store}>
      <SendDialog transaction={transaction} files={sent} notes={reviewDraft('Lease', sent, recipients)} message={transactionMessage.parse({})} saveFields={async () => true} {...actions} />
    </Provider>,
  ));
}

const text = (): string => document.body.textContent ?? '';
const press = (words: string) => act(async () => [...document.body.querySelectorAll('button')].find((button) => button.textContent?.includes(words))?.click());

test('shows recipients, fields, copies and deadline, and takes the message', async () => {
  await open([{ email: 'bob@example.org', firstName: 'Bob' }, { email: 'eve@example.org', firstName: 'Eve' }], {
    cc: [{ type: 'user', email: 'copy@example.org', phone: null, firstName: 'Carol', lastName: null }], expiresAt: '2027-01-01T00:00:00Z',
  });
  for (const words of ['Bob', 'bob@example.org · summary.fields', 'eve@example.org · summary.signsOnly', 'Carol', 'copy@example.org', 'summary.deadline', 'message.body']) expect(text()).toContain(words);
  expect(send).not.toHaveBeenCalled();
  await press('send');
  expect(actions.onSent).toHaveBeenCalledOnce();
});

test('says that there are no recipients and offers both remedies', async () => {
  await open([]);
  expect(text()).toContain('problem.no_recipients');
  await press('problem.addRecipient');
  expect(actions.onShow).toHaveBeenCalledWith({ code: 'no_recipients' });
  await press('signYourself');
  expect(actions.onAlone).toHaveBeenCalledOnce();
});

test('asks a sole signer only if there is a problem', async () => {
  await open([{ email: owner.email, firstName: 'Ada' }]);
  expect(text()).toContain('problem.stray_fields');
  expect(send).not.toHaveBeenCalled();
  await act(async () => root?.unmount());
  await open([{ email: owner.email, firstName: 'Ada' }], {}, files.map((file) => ({ ...file, fields: [] })));
  expect(send).toHaveBeenCalledOnce();
  expect(actions.onSent).toHaveBeenCalledOnce();
});

const nameless = { id: owner.id, type: 'user', email: owner.email, firstName: null, lastName: null } as Profile;

async function write(label: string, value: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>(`input[name="${label}"]`)!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

test('asks a sender without a name for it, stores it in the profile and sends', async () => {
  const store = createStore();
  store.dispatch(profileReceived(nameless));
  vi.mocked(call).mockResolvedValue({ ...nameless, firstName: 'Ada', lastName: 'O’Neil, Jr.' } as never);
  await open([{ email: 'bob@example.org', firstName: 'Bob' }], {}, files, store);
  await press('send');
  expect(text()).toContain('nameMissing.firstName');
  expect(send).not.toHaveBeenCalled();
  await write('given-name', ' Ada ');
  await write('family-name', 'O’Neil, Jr.');
  await press('send');
  expect(call).toHaveBeenCalledWith('profile.update', { body: { firstName: 'Ada', lastName: 'O’Neil, Jr.' } });
  expect(send).toHaveBeenCalledOnce();
  expect(actions.onSent).toHaveBeenCalledOnce();
});
