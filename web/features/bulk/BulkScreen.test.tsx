/** How the screen of a bulk reports the end of its job. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import type { Bulk } from '#contract/entities/bulk.ts';
import { createStore } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import BulkScreen from './BulkScreen.tsx';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
// jsdom does no layout.
vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} });
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const id = '1'.repeat(24);
const bulk = (status: NonNullable<Bulk['job']>['status']) => ({
  id, name: 'Consent', status: 'pending', total: 2, completed: 0, failed: 1, job: { type: 'bulk_send', status }, sourceType: 'template', sourceId: id,
  recipients: [
    { email: 'grace@example.org', firstName: 'Grace', lastName: 'Hopper', status: 'sent', transactionId: id, error: null },
    { email: 'alan@example.org', firstName: 'Alan', lastName: 'Turing', status: 'failed', transactionId: null, error: 'internal_error' },
  ],
} as unknown as Bulk);

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

async function show(status: NonNullable<Bulk['job']>['status']): Promise<HTMLElement> {
  vi.mocked(call).mockResolvedValue(bulk(status));
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  await act(async () => root?.render(
    <Provider store={createStore()}>
      <MemoryRouter initialEntries={[`/${id}`]}>
        <Routes><Route path="/:id" element={<BulkScreen />} /></Routes>
      </MemoryRouter>
    </Provider>,
  ));
  return page;
}

test('shows at once that a job was rejected', async () => {
  const page = await show('rejected');
  expect(page.querySelector('[role="alert"]')?.textContent).toBe('progress.rejected');
});

test.each(['pending', 'resolved', 'canceled'] as const)('a job that is %s is not shown as rejected', async (status) => {
  expect((await show(status)).textContent).not.toContain('progress.rejected');
});
