import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { LiveEvent } from '#contract/events.ts';
import { liveEventReceived } from '#web/entities/live-event.ts';
import { createStore } from '#web/entities/store.ts';
import { startInvitationsListener } from './invitations.listener.ts';

vi.mock('../router.tsx', () => ({ router: { navigate: vi.fn<() => Promise<void>>() } }));
const notify = vi.hoisted(() => vi.fn<(text: string, options: { id: string }) => void>());
vi.mock('#web/ui/snackbar.ts', () => ({ notify }));
const server = vi.hoisted(() => ({ invites: [] as { id: string; name: string }[] }));
vi.mock('#web/services/api/call.ts', () => ({ call: async () => ({ invites: server.invites }) }));

beforeAll(startInvitationsListener);
beforeEach(() => notify.mockClear());

async function receive(data: LiveEvent['data']) {
  const store = createStore();
  store.dispatch(liveEventReceived({ id: '1', type: 'invite_to_org', resourceId: '1'.repeat(24), actorId: 'ada', createdAt: '2026-01-01T00:00:00.000Z', data }));
  await new Promise((resolve) => setTimeout(resolve, 0));
  return store.getState().organizations.invites;
}

test('an invitation is listed and told as soon as it is made', async () => {
  server.invites = [{ id: 'i1', name: 'Works' }];
  expect(await receive({ inviteId: 'i1', name: 'Works' })).toEqual(server.invites);
  // Its texts may have to come first.
  await vi.waitFor(() => expect(notify).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ id: 'i1' })));
});

test.each([
  ['about the invitation of somebody else, as members get it', { name: 'Works' }],
  ['of an invitation that was withdrawn meanwhile', { inviteId: 'i2', name: 'Works' }],
])('nothing is told %s', async (_, data) => {
  server.invites = [{ id: 'i1', name: 'Works' }];
  await receive(data);
  expect(notify).not.toHaveBeenCalled();
});
