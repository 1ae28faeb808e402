import { expect, it, vi } from 'vitest';
import { createStore } from '#web/entities/store.ts';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import { isForgotten } from '#web/services/storage/forgotten.ts';
import { startSessionListener } from './session.listener.ts';

const world = vi.hoisted(() => ({ leaveElsewhere: null as ((userId: string) => void) | null, endHere: vi.fn<() => Promise<void>>(async () => undefined) }));
vi.mock('#web/entities/profile/profile.requests.ts', () => ({ fetchProfile: () => ({ type: 'nothing' }) }));
vi.mock('#web/services/auth/auth.ts', () => ({ currentSession: () => null, personWithoutServer: () => null, endHere: world.endHere }));
vi.mock('#web/services/auth/sign-out-broadcast.ts', () => ({
  broadcastSignOut: () => undefined,
  onSignOutElsewhere: (listener: (userId: string) => void) => {
    world.leaveElsewhere = listener;
  },
}));

it('a tab that was opened without the server leaves with the tab that signs out, and writes nothing any more', async () => {
  const replace = vi.fn<(address: string) => void>();
  vi.stubGlobal('location', { replace, pathname: '/', search: '', hash: '' });
  const store = createStore();
  startSessionListener(store.getState);
  store.dispatch(sessionStarted('ada'));
  world.leaveElsewhere?.('grace');
  expect(world.endHere).not.toHaveBeenCalled();
  world.leaveElsewhere?.('ada');
  await vi.waitFor(() => expect(replace).toHaveBeenCalled());
  expect(isForgotten('ada')).toBe(true);
  vi.unstubAllGlobals();
});
