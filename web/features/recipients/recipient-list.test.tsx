import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import { RecipientList } from './RecipientList.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });
const nothing = (): void => undefined;

test('the row of a person stays the same when the draft is saved and they get their id', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const show = (recipients: RecipientInput[]) => act(async () => root.render(
    <RecipientList recipients={recipients} owner={{ email: 'ada@example.org', phone: null }} onEdit={nothing} onRemove={nothing} onOrder={nothing} onNeed={nothing} canOrder={false} canRemove fixedRoles={[]} />));
  const grace: RecipientInput = { email: 'grace@example.org', firstName: 'Grace', lastName: 'Hopper' };
  const rows = () => [...document.querySelectorAll('[role=row]')];
  await show([grace, grace]);
  const before = rows();
  expect(before).toHaveLength(2);
  await show([{ ...grace, id: 'a'.repeat(24) }, { ...grace, id: 'b'.repeat(24) }]);
  expect(rows().map((row, index) => row === before[index])).toEqual([true, true]);
  await act(async () => root.unmount());
});
