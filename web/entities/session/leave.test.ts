import { expect, it, vi } from 'vitest';
import { leave } from './leave.ts';

const ways = vi.hoisted(() => ({ signOut: vi.fn<(returnTo: string) => Promise<void>>(async () => undefined), signOutAlone: vi.fn<() => void>() }));
vi.mock('#web/services/auth/auth.ts', () => ({ currentSession: () => ({ userId: 'ada' }), personWithoutServer: () => null, ...ways }));
vi.mock('./forget.ts', () => ({ forgetPerson: async () => undefined }));
// The last that was known is that it is available; nobody has asked since the line broke.
vi.mock('#web/services/availability.ts', () => ({ availability: () => 'available', checkAvailability: async () => 'unavailable' }));

it('whoever signs out when the server is just gone does not stay signed in at its provider', async () => {
  vi.stubGlobal('window', { location: { replace: () => undefined } });
  await leave('/');
  expect([ways.signOut.mock.calls.length, ways.signOutAlone.mock.calls.length]).toEqual([0, 1]);
  vi.unstubAllGlobals();
});
