// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { timing } from '#contract/limits/timing.ts';
import { checkAvailability, reportNetworkFailure } from '../availability.ts';
import { call } from './call.ts';

const dropped = vi.hoisted(() => vi.fn<(userId: string, call: string) => void>());
vi.mock('../offline/store.ts', () => ({ cacheAnswer: () => undefined, cachedAnswer: async () => ({ of: 'before' }), dropAnswer: dropped }));
vi.mock('../offline/known-person.ts', () => ({ knownPerson: () => 'ada', noteContact: () => undefined }));
vi.mock('../auth/auth.ts', () => ({ currentSession: () => ({ userId: 'ada', token: 't' }), personWithoutServer: () => 'ada', restoreSession: async () => null }));

const params = { id: '0123456789abcdef01234567' };
const health = Response.json({ alive: true });
const answers = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('window', { location: { origin: 'http://localhost' } });
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => (String(input instanceof Request ? input.url : input).includes('/files/') ? answers() : health.clone()));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('what was kept is not shown over the answer of a server that is back', async () => {
  await checkAvailability();
  // A failure is being confirmed, and turns out to be none.
  const confirmed = reportNetworkFailure();
  let give: (response: Response) => void = () => undefined;
  answers.mockReturnValue(new Promise((resolve) => (give = resolve)));
  const answer = call('files.getMeta', { params });
  await checkAvailability();
  await vi.advanceTimersByTimeAsync(timing.storedAnswerDelay + 1);
  give(Response.json({ of: 'now' }));
  expect(await answer).toEqual({ of: 'now' });
  await vi.advanceTimersByTimeAsync(timing.serviceFortify);
  await confirmed;
});

it('what the server refuses by now is no longer kept', async () => {
  await checkAvailability();
  answers.mockImplementation(async () => Response.json({ error: { code: 'permission_denied', message: '' } }, { status: 403 }));
  await expect(call('files.getMeta', { params })).rejects.toMatchObject({ code: 'permission_denied' });
  expect(dropped).toHaveBeenCalledWith('ada', 'files.getMeta', expect.anything());
});

it('a fresh answer is never the one of before', async () => {
  answers.mockRejectedValue(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', answers);
  await checkAvailability();
  await expect(call('files.getMeta', { params }, { isFresh: true })).rejects.toMatchObject({ code: 'unknown_network_error' });
  expect(await call('files.getMeta', { params })).toEqual({ of: 'before' });
});
