import { act, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { recipientColor } from '#web/ui/initials.ts';
import { RowSigns } from './RowSigns.tsx';
import { RowTime } from './RowTime.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root | undefined;
afterEach(async () => act(async () => root?.unmount()));

async function shown(row: ReactElement): Promise<HTMLElement> {
  const page = document.createElement('div');
  root = createRoot(page);
  await act(async () => root?.render(row));
  return page;
}

const item = { createdAt: '2026-05-03T10:00:00.000Z', updatedAt: '2026-05-04T11:00:00.000Z' };

test.each([['created_at', item.createdAt, 'when.created'], ['updated_at', item.updatedAt, 'when.changed'], ['name', item.updatedAt, 'when.changed']] as const)('sorted by %s, a row tells that time', async (sort, time, word) => {
  const row = await shown(<RowTime item={item} sort={sort} />);
  expect(row.querySelector('time')?.dateTime).toBe(time);
  expect(row.textContent).toContain(word);
});

test('recipients have the colours in the list that they have in the request', async () => {
  const person = (id: string, removed = false) => ({ id, firstName: id, lastName: null, email: `${id}@example.org`, removed });
  const request = { recipients: [person('bob', true), person('carol'), person('dave'), person('eve')], owner: person('ada'), ownerId: 'ada' } as unknown as Transaction;
  const row = await shown(<RowSigns transaction={request} />);
  expect([...row.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.getPropertyValue('--avatar-color'))).toEqual([recipientColor(0), recipientColor(1)]);
});
