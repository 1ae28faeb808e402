import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, expect, test } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { recipient } from '#contract/entities/recipient.ts';
import type { Delivery } from '#contract/entities/delivery.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { createStore } from '#web/entities/store.ts';
import { PendingPanel } from './PendingPanel.tsx';
import { ResultMessages } from './ResultMessages.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
});

const person = (id: string, more: Partial<Recipient>): Recipient => ({ ...recipient.parse({ id: id.repeat(24), email: `${id}@example.org`, firstName: id }), ...more });

const files = [{ fields: [createField({ id: 'f', page: 1, rect: { x: 1, y: 1, width: 9, height: 9 }, recipient: { email: 'a@example.org' } })] }];

async function textFor(delivery: Delivery | null, isOwner = true, more: Partial<Transaction> = {}): Promise<string> {
  const recipients = [person('a', { delivery, invitedAt: '2026-01-01T00:00:00Z' }), person('b', {})];
  const transaction = { id: '1'.repeat(24), name: 'Lease', status: 'pending', ownerId: 'me', recipients, cc: [{ type: 'user', email: 'copy@example.org', phone: null, firstName: 'Carol', lastName: null }], expiresAt: '2026-12-24T22:59:00Z', rejectionReason: null, ...more } as Transaction;
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  await act(async () => root?.render(
    <Provider store={createStore()}>
      <PendingPanel transaction={transaction} isOwner={isOwner} isJustSent files={files} onReassign={() => undefined} onIdentity={() => undefined} />
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

test('a reminder is possible after an hour; other people see only the status', async () => {
  const now = new Date().toISOString();
  const text = await textFor('sent', true, { recipients: [person('a', { invitedAt: now })] });
  expect(text).toContain('remind.later');
  expect(text).not.toContain('remind.open');
  const other = await textFor('sent', false);
  for (const words of ['sent.title', 'remind', 'cancel.open', 'Carol', 'summary.deadline', 'summary.fields']) expect(other).not.toContain(words);
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
