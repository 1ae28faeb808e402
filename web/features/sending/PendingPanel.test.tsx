import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { recipient } from '#contract/entities/recipient.ts';
import type { Delivery } from '#contract/entities/delivery.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import { usualReminders } from '#contract/entities/reminder.ts';
import { transactionMessage, transactionOptions, type Transaction } from '#contract/entities/transaction.ts';
import { createStore } from '#web/entities/store.ts';
import { PendingPanel } from './PendingPanel.tsx';
import { ProtectedPeople } from './ProtectedPeople.tsx';
import { ResultMessages } from './ResultMessages.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

const person = (id: string, more: Partial<Recipient>): Recipient => ({ ...recipient.parse({ id: id.repeat(24), email: `${id}@example.org`, firstName: id }), ...more });

const files = [{ fields: [createField({ id: 'f', page: 1, rect: { x: 1, y: 1, width: 9, height: 9 }, recipient: { email: 'a@example.org' } })] }];

async function textFor(delivery: Delivery | null, isOwner = true, more: Partial<Transaction> = {}): Promise<string> {
  const recipients = [person('a', { delivery, invitedAt: '2026-01-01T00:00:00Z' }), person('b', {})];
  const transaction = { id: '1'.repeat(24), name: 'Lease', status: 'pending', ownerId: 'me', fileIds: ['f'], recipients, cc: [{ type: 'user', email: 'copy@example.org', phone: null, firstName: 'Carol', lastName: null }], expiresAt: '2026-12-24T22:59:00Z', message: transactionMessage.parse({ reminders: usualReminders }), rejectionReason: null, options: transactionOptions.parse({}), ...more } as Transaction;
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  await act(async () => root?.render(
    <Provider store={createStore()}>
      <MemoryRouter>
        <PendingPanel transaction={transaction} isOwner={isOwner} isJustSent files={files} onReassign={() => undefined} onIdentity={() => undefined} />
      </MemoryRouter>
    </Provider>,
  ));
  return page.textContent ?? '';
}

test('the sender sees the delivery of the message beside each recipient', async () => {
  expect(await textFor('waiting')).toContain('delivery.waiting');
  expect(await textFor('sent')).toContain('delivery.sent');
  expect(await textFor('failed')).toContain('delivery.failed');
  expect(await textFor(null)).not.toContain('delivery');
});

test('says what approvers and viewers have done, and never counts them as signatures', async () => {
  const at = '2026-01-01T00:00:00Z';
  const recipients = [
    person('a', { participation: 'approver', completed: true, completedAt: at }), person('b', { participation: 'viewer', invitedAt: at, viewedFileIds: ['f'] }), person('c', {}),
  ];
  const text = await textFor(null, true, { recipients, fileIds: ['f', 'g'] });
  for (const words of ['progress.turnOf', 'stateOf.approver.done', 'stateOf.viewer.turn', 'stateOf.opened', 'state.later']) expect(text).toContain(words);
  expect(text).not.toContain('state.done');
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  expect(await textFor(null, true, { recipients, status: 'expired' })).toContain('stateOf.viewer.expired');
});

test('after the end, the sender sees which messages wait or cannot be sent', async () => {
  expect(await textFor('waiting', true, { status: 'canceled' })).toContain('delivery.waiting');
  expect(await textFor('failed', true, { status: 'expired' })).toContain('delivery.over');
  expect(await textFor('sent', true, { status: 'canceled' })).not.toContain('delivery');
});

test('the sender sees recipients, deadline, copies and numbers of fields', async () => {
  const text = await textFor('sent');
  for (const words of ['sent.title', 'sent.next', 'sent.back', 'a@example.org', 'b@example.org', 'summary.fields', 'state.sent', 'state.notOpened', 'summary.deadline', 'Carol', 'copy@example.org']) expect(text).toContain(words);
  expect(text.indexOf('sent.back')).toBeLessThan(text.indexOf('remind.open'));
});

test('the sender sees automatic reminders and when the next one comes, and can change them while the request runs', async () => {
  const invited = [person('a', { invitedAt: '2026-01-01T00:00:00Z', nextReminderAt: '2026-01-04T00:00:00Z' })];
  const text = await textFor('sent', true, { recipients: invited });
  for (const words of ['reminders.summary', 'reminders.next', 'schedule.open']) expect(text).toContain(words);
  expect(await textFor('sent', false, { recipients: invited })).not.toMatch(/reminders|schedule/);
  expect(await textFor('sent', true, { recipients: invited, status: 'canceled' })).not.toContain('schedule.open');
});

test('a reminder is possible after an hour; other people see only the status', async () => {
  const now = new Date().toISOString();
  const text = await textFor('sent', true, { recipients: [person('a', { invitedAt: now })] });
  expect(text).toContain('remindLater');
  expect(text).not.toContain('remind.open');
  const other = await textFor('sent', false);
  for (const words of ['sent.title', 'remind', 'cancel.open', 'Carol', 'summary.deadline', 'summary.fields']) expect(other).not.toContain(words);
});

test('after the end, the sender can still give a recipient a new access code, and nothing else', async () => {
  const actions = (): (string | null)[] => [...document.body.lastElementChild!.querySelectorAll('[aria-haspopup]')].map((each) => each.getAttribute('aria-label'));
  await textFor('sent', true, { status: 'declined', recipients: [person('a', { requireAccessCode: true, completed: true }), person('b', {})] });
  expect(actions().filter((each) => each?.startsWith('actsOf'))).toHaveLength(1);
});

test('the result offers a new access code to recipients who need one', async () => {
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  const show = (recipients: Recipient[]) => act(async () => root?.render(<Provider store={createStore()}><ProtectedPeople transaction={{ recipients } as Transaction} /></Provider>));
  await show([person('a', { requireAccessCode: true, accessCodeLocked: true }), person('b', {})]);
  expect(page.textContent).toBe('aaccessCode.lockedaccessCode.change');
  await show([person('b', {})]);
  expect(page.textContent).toBe('');
});

test.each([3, 4])('%i who are asked at once: each is reminded by their menu, and by a button while there are few', async (count) => {
  const recipients = ['a', 'b', 'c', 'd'].slice(0, count).map((id) => person(id, { signingOrder: 1, invitedAt: '2026-01-01T00:00:00Z' }));
  const text = await textFor('sent', true, { recipients });
  expect(text.split('remind.title')).toHaveLength(count === 3 ? 4 : 1);
  const menus = [...document.querySelectorAll<HTMLElement>('button[aria-haspopup]')];
  expect(menus).toHaveLength(count);
  await act(async () => menus.at(-1)?.click());
  const [item] = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].filter(({ textContent }) => textContent?.includes('remind.open'));
  await act(async () => item?.click());
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('remind.title');
});

test('other people do not see the delivery', async () => {
  expect(await textFor('waiting', false)).not.toContain('delivery');
  expect(await textFor('failed', false, { status: 'canceled' })).not.toContain('delivery');
});

test.each([['waiting', 'delivery.waiting'], ['failed', 'delivery.over'], ['sent', null], [null, null]] as const)('the result shows messages that wait or failed: %s', async (delivery, words) => {
  const transaction = { recipients: [person('a', { delivery }), person('b', {})] } as unknown as Transaction;
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  await act(async () => root?.render(<ResultMessages transaction={transaction} />));
  expect(page.textContent).toBe(words === null ? '' : `a${words}`);
});
