import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { EventType, LiveEvent } from '#contract/events.ts';
import { liveEventReceived } from '#web/entities/live-event.ts';
import { createStore } from '#web/entities/store.ts';
import { pathVisited } from '#web/entities/ui-state/ui.slice.ts';
import { startLiveEventsListener } from './live-events.listener.ts';

const call = vi.hoisted(() => vi.fn<(id: string, input: object) => Promise<never>>(() => new Promise(() => undefined)));
vi.mock('#web/services/api/call.ts', () => ({ call, onPrefetchedTaken: () => false, prefetchCall: () => undefined }));

const id = '1'.repeat(24);

beforeAll(startLiveEventsListener);
beforeEach(() => {
  call.mockClear();
});

test.each([
  ['transaction_updated', '/transactions', { background: 'true' }],
  ['transaction_reassigned', '/transactions', { background: 'true' }],
  ['transaction_updated', `/transaction/${id}`, undefined],
] as const)('after %s, who is at %s reads the request with %j: only who sees it opens it', async (type: EventType, path, query) => {
  const store = createStore();
  store.dispatch(pathVisited(path));
  store.dispatch(liveEventReceived({ id: '1', type, resourceId: id, actorId: null, createdAt: '2026-01-01T00:00:00.000Z', data: {} } as LiveEvent));
  await expect.poll(() => call.mock.calls.map(([name, input]) => [name, input])).toEqual([['transactions.get', { params: { id }, ...(query && { query }) }]]);
});
