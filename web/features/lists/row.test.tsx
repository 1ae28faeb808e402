import { act, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { createStore } from '#web/entities/store.ts';
import { recipientColor } from '#web/ui/initials.ts';
import { RowSigns } from './RowSigns.tsx';
import { RowTime } from './RowTime.tsx';
import { TransactionRow } from './TransactionRow.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// jsdom does no layout, so titles are never shortened.
vi.stubGlobal('ResizeObserver', class { observe() {} disconnect() {} });

let root: Root | undefined;
afterEach(async () => act(async () => root?.unmount()));

async function shown(row: ReactElement): Promise<HTMLElement> {
  const page = document.createElement('div');
  root = createRoot(page);
  await act(async () => root?.render(row));
  return page;
}

const item = { createdAt: '2026-05-03T10:00:00.000Z', updatedAt: '2026-05-04T11:00:00.000Z' };

test.each([['created_at', item.createdAt, 'when.created'], ['updated_at', item.updatedAt, 'when.changed'], ['name', item.updatedAt, 'when.changed']] as const)('a row sorted by %s shows that time', async (sort, time, word) => {
  const row = await shown(<RowTime item={item} sort={sort} />);
  expect(row.querySelector('time')?.dateTime).toBe(time);
  expect(row.textContent).toContain(word);
});

test('recipients have the same colours in the list as in the request', async () => {
  const person = (id: string, removed = false) => ({ id, firstName: id, lastName: null, email: `${id}@example.org`, removed });
  const request = { recipients: [person('bob', true), person('carol'), person('dave'), person('eve')], owner: person('ada'), ownerId: 'ada' } as unknown as Transaction;
  const row = await shown(<RowSigns transaction={request} />);
  expect([...row.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.getPropertyValue('--avatar-color'))).toEqual([recipientColor(0), recipientColor(1)]);
});

test.each([['a minute', 60_000, false], ['two hours', 7_200_000, true]])('%s after the invitation: a reminder is the next action (%s, %s)', async (_, age, expected) => {
  const bob = { id: 'bob', firstName: 'Bob', lastName: null, email: 'bob@example.org', phone: null, completed: false, removed: false, invitedAt: new Date(Date.now() - age).toISOString(), remindedAt: null, delivery: 'sent' };
  const request = { ...item, id: 't', name: 'Lease', status: 'pending', ownerId: 'ada', owner: { id: 'ada', email: 'ada@example.org' }, recipients: [bob], cc: [], fileIds: ['f'], sharedWith: [], options: {} } as unknown as Transaction;
  const row = await shown(
    <Provider store={createStore()}>
      <MemoryRouter>
        <TransactionRow transaction={request} viewer={{ id: 'ada', email: 'ada@example.org', phone: null }} search="" sort="created_at" isDownloading={false} isSelected={false} row={{} as never} onAction={() => undefined} onSelect={() => undefined} />
      </MemoryRouter>
    </Provider>,
  );
  expect([...row.querySelectorAll('button')].some(({ textContent }) => textContent === 'act.remind')).toBe(expected);
});
