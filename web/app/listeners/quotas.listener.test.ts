// @vitest-environment node
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '#contract/entities/profile.ts';
import { profileReceived } from '#web/entities/profile/profile.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { startTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { startQuotasListener } from './quotas.listener.ts';

const call = vi.hoisted(() => vi.fn<(id: string) => Promise<object>>(async () => ({})));
vi.mock('#web/services/api/call.ts', () => ({ call }));
beforeAll(startQuotasListener);
beforeEach(() => call.mockClear());

test.each([[5, ['profile.get']], [-1, []]])('with a quota of %i, sending a request fetches what is left: %j', async (transactionsQuota, expected) => {
  const store = createStore();
  store.dispatch(profileReceived({ id: 'me', theme: 'light', featureFlags: { transactionsQuota, templatesQuota: -1 } } as Profile));
  const [id, sent] = ['1'.repeat(24), {} as never];
  store.dispatch(startTransaction.fulfilled(sent, 'request', { id }, { request: 'sent' }));
  await Promise.resolve();
  expect(call.mock.calls.map(([name]) => name)).toEqual(expected);
});
