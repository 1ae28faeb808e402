import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ActivityEntry } from '#contract/entities/activity.ts';
import type { Organization } from '#contract/entities/organization.ts';
import { organizationReceived } from '#web/entities/organizations/organizations.slice.ts';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { saveAs } from '#web/services/api/bodies.ts';
import { call } from '#web/services/api/call.ts';
import ActivityScreen from './ActivityScreen.tsx';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
vi.mock('#web/services/api/bodies.ts', () => ({ saveAs: vi.fn<() => void>() }));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const orgId = '1'.repeat(24);
const ada = { id: 'ada', email: 'ada@example.org', firstName: 'Ada', lastName: 'Byron' };
const organization = {
  id: orgId, name: 'Works', ownerId: 'ada', logo: null, teams: [], members: [{ ...ada, role: 'admin', status: 'active' }],
  globalSettings: { createFiles: true, createTransactions: true, createTemplates: true, createBulks: true },
} as unknown as Organization;
const entry = (id: number, more: Partial<ActivityEntry> = {}): ActivityEntry => ({ id: String(id), kind: 'left', at: '2026-01-01T00:00:00.000Z', actor: ada, actorGone: false, member: null, transaction: null, ...more });

let root: Root | undefined;
beforeEach(() => vi.mocked(saveAs).mockReset());
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

/** A history of so many pages with one entry each. */
async function show(pages: number, more: Partial<ActivityEntry> = {}): Promise<HTMLElement> {
  vi.mocked(call).mockImplementation((async (id: string, { query }: { query?: { exclusiveFrom?: string } }) => {
    if (id !== 'organizations.activity') return organization;
    const next = Number(query?.exclusiveFrom ?? pages + 1) - 1;
    return { entries: [entry(next, more)], lastKey: next > 1 ? String(next) : null };
  }) as never);
  const store = createStore();
  store.dispatch(sessionStarted('ada'));
  store.dispatch(organizationReceived(organization));
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  await act(async () => root?.render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[`/${orgId}`]}>
        <Routes><Route path="/:orgId" element={<ActivityScreen />} /></Routes>
      </MemoryRouter>
    </Provider>,
  ));
  return page;
}

const press = (page: HTMLElement, words: string) => act(async () => {
  [...page.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click();
  await vi.waitFor(() => expect(page.querySelector('[data-pending]')).toBeNull());
});
const rowsOf = async (time: number) => (await vi.mocked(saveAs).mock.calls[time]?.[0].text())?.split('\r\n').length;

test('a long history is exported in several files, and the screen says so', async () => {
  const page = await show(150);
  await press(page, 'activity.export');
  expect(await rowsOf(0)).toBe(101);
  expect(page.textContent).toContain('activity.exportCut');
  await press(page, 'activity.exportOlder');
  expect(await rowsOf(1)).toBe(51);
  expect(page.textContent).not.toContain('activity.exportCut');
});

test('a short one in one file', async () => {
  const page = await show(3);
  await press(page, 'activity.export');
  expect(await rowsOf(0)).toBe(4);
  expect(page.textContent).not.toContain('activity.exportCut');
});

test('a deleted account is not called the installation', async () => {
  expect((await show(1, { actor: null, actorGone: true })).textContent).toContain('activity.gone');
  await act(async () => root?.unmount());
  expect((await show(1, { actor: null })).textContent).toContain('activity.nobody');
});
