import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, expect, test } from 'vitest';
import type { Participant } from '#contract/entities/sharing.ts';
import { createStore } from '#web/entities/store.ts';
import { ParticipantList } from './ParticipantList.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
});

const person = (id: string, more: Partial<Participant>): Participant => ({
  id, email: `${id}@example.org`, phone: null, firstName: id, lastName: null, avatar: null, name: id, role: 'viewer', type: 'user', isOwner: false, delivery: null, ...more,
});

async function textFor(delivery: Participant['delivery'], userId = 'ada'): Promise<string> {
  const participants = [person('ada', { role: 'owner', isOwner: true }), person('bea', { delivery })];
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  await act(async () => root?.render(
    <Provider store={createStore()}>
      <ParticipantList resource={{ kind: 'file', id: '1' }} participants={participants} userId={userId} ownerCanChange onSignOutElsewhere={() => undefined} />
    </Provider>,
  ));
  return page.textContent ?? '';
}

test('the owner sees which messages wait or cannot be sent', async () => {
  expect(await textFor('waiting')).toContain('delivery.waiting');
  expect(await textFor('failed')).toContain('delivery.failed');
  for (const nothing of ['sent', null] as const) expect(await textFor(nothing)).not.toContain('delivery');
});

test('other people do not see the delivery', async () => {
  expect(await textFor('waiting', 'bea')).not.toContain('delivery');
});
