import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Delivery } from '#contract/entities/delivery.ts';
import type { Member, Organization } from '#contract/entities/organization.ts';
import { startLiveEventsListener } from '#web/app/listeners/live-events.listener.ts';
import { liveEventReceived } from '#web/entities/live-event.ts';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import MembersScreen from './MembersScreen.tsx';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
vi.mock('#web/services/events/live-events.ts', () => ({ openLiveEvents: () => ({ close: () => undefined }) }));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const [orgId, otherId] = ['1'.repeat(24), '2'.repeat(24)];
const member = (id: string, more: Partial<Member>): Member => ({
  id, email: `${id}@example.org`, phone: null, firstName: null, lastName: null, avatar: null, role: 'participant', status: 'active', removed: false, delivery: null, permissions: null, hasSecondFactor: null, ...more,
});
const organization = (delivery: Delivery | null) => ({
  id: orgId, name: 'Works', ownerId: 'ada', logo: null, teams: [], members: [member('ada', { role: 'admin' }), member('bea', { status: 'invited', delivery })],
  globalSettings: { createFiles: true, createTransactions: true, createTemplates: true, createBulks: true },
} as unknown as Organization);

let root: Root | undefined;
beforeAll(startLiveEventsListener);
beforeEach(() => vi.mocked(call).mockReset());
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

async function show(delivery: Delivery | null) {
  vi.mocked(call).mockResolvedValue(organization(delivery));
  const store = createStore();
  store.dispatch(sessionStarted('ada'));
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  await act(async () => root?.render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[`/${orgId}`]}>
        <Routes><Route path="/:orgId" element={<MembersScreen />} /></Routes>
      </MemoryRouter>
    </Provider>,
  ));
  const receiveEvent = (resourceId: string) => act(async () => {
    store.dispatch(liveEventReceived({ id: '1', type: 'invite_to_org', resourceId, actorId: null, createdAt: '2026-01-01T00:00:00.000Z', data: {} }));
  });
  return { page, receiveEvent };
}

test.each([
  ['waiting', 'members.delivery.waiting'], ['failed', 'members.delivery.failed'], ['sent', null], [null, null],
] as const)('shows the delivery beside an invited person: %s', async (delivery, words) => {
  const { page } = await show(delivery);
  expect(page.textContent).toContain('bea@example.org');
  expect(/members\.delivery\.(waiting|failed|sent)/.exec(page.textContent ?? '')?.[0] ?? null).toBe(words);
});

test('the open page updates when the invitation is sent', async () => {
  const { page, receiveEvent } = await show('waiting');
  vi.mocked(call).mockResolvedValue(organization('sent'));
  await receiveEvent(orgId);
  expect(page.textContent).toContain('bea@example.org');
  expect(page.textContent).not.toContain('members.delivery');
});

test('does not fetch an organization that the person is not a member of', async () => {
  const { receiveEvent } = await show(null);
  vi.mocked(call).mockClear();
  await receiveEvent(otherId);
  expect(call).not.toHaveBeenCalled();
});
