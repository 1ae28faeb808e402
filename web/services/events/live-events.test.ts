// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Host } from '../config.ts';
import type { EventsState } from './keep-stream.ts';
import type { LiveEvents } from './live-events.ts';
import { openLiveEvents } from './live-events.ts';

interface Stream {
  lastEventId(): string | null;
  onMessage(data: string, id: string | null): void;
  onState(state: EventsState): void;
  onGap(): void;
}
const streams = vi.hoisted(() => new Map<string, unknown>());
vi.mock('./keep-stream.ts', () => ({
  keepStream: (host: string, stream: unknown, signal: AbortSignal) => {
    streams.set(host, stream);
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  },
}));
const stream = (host: Host): Stream => streams.get(host) as Stream;

const listeners = new Map<string, (event: { persisted: boolean }) => void>();
const open: LiveEvents[] = [];
let person = 0;
const messages = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};
const openTab = async () => {
  const heard: { states: EventsState[]; events: string[]; gaps: number; missed: number } = { states: [], events: [], gaps: 0, missed: 0 };
  open.push(openLiveEvents({
    userId: `person-${person}`,
    onEvent: ({ id }) => heard.events.push(id),
    onState: (state) => heard.states.push(state),
    onGap: () => { heard.gaps += 1; },
    onMissed: () => { heard.missed += 1; },
  }));
  await messages();
  return heard;
};
const event = (id: string, createdAt = '2026-11-28T10:00:00.000Z') =>
  JSON.stringify({ id, type: 'transaction_updated', resourceId: 'b'.repeat(24), actorId: null, orgId: null, createdAt, data: {} });

beforeEach(() => {
  person += 1;
  let held: Promise<void> = Promise.resolve();
  vi.stubGlobal('navigator', {
    locks: {
      request: (_: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
        const turn = held.then(() => (signal.aborted ? undefined : work()));
        held = turn.then(() => undefined, () => undefined);
        return turn;
      },
    },
  });
  vi.stubGlobal('document', { hidden: false, addEventListener: () => undefined, querySelector: (selector: string) => (selector.includes('ACCOUNT') ? { content: 'https://account.example' } : null) });
  vi.stubGlobal('window', { location: { origin: 'http://localhost' }, addEventListener: (name: string, listener: () => void) => listeners.set(name, listener) });
});
afterEach(async () => {
  for (const each of open.splice(0)) each.close();
  await messages();
  vi.unstubAllGlobals();
});

it('tells a tab that comes later how each of two streams is, so that it hears when the other opens as well', async () => {
  const first = await openTab();
  stream('api').onState('open');
  stream('account').onState('connecting');
  const second = await openTab();
  expect(second.states.at(-1)).toBe('connecting');
  stream('account').onState('open');
  await messages();
  expect([first.states.at(-1), second.states.at(-1)]).toEqual(['open', 'open']);
});

it('tells a tab that comes later where to go on, which leads when the first is closed', async () => {
  await openTab();
  stream('api').onState('open');
  stream('api').onMessage(event('7'), '7');
  const former = stream('api');
  await openTab();
  open.shift()?.close();
  await messages();
  expect([stream('api') === former, stream('api').lastEventId()]).toEqual([false, '7']);
});

it('tells that events were missed which nobody repeats, and goes on after the last of them', async () => {
  const heard = await openTab();
  stream('api').onMessage(JSON.stringify({ id: '900', type: 'events_missed' }), '900');
  expect([heard.missed, heard.events, stream('api').lastEventId()]).toEqual([1, [], '900']);
});

it('passes an event on once, also if a tab that was frozen tells it again, and goes on after the latest', async () => {
  const heard = await openTab();
  for (const id of ['7', '8', '7', '8']) stream('api').onMessage(event(id), id);
  expect([heard.events, stream('api').lastEventId()]).toEqual([['7', '8'], '8']);
  // A database that was restored counts from an earlier number.
  stream('api').onMessage(event('7', '2026-11-28T11:00:00.000Z'), '7');
  expect([heard.events, stream('api').lastEventId()]).toEqual([['7', '8', '7'], '7']);
});

it('fetches again in a page that the browser had put away, which missed what other tabs told', async () => {
  const heard = await openTab();
  listeners.get('pageshow')?.({ persisted: false });
  expect(heard.gaps).toBe(0);
  listeners.get('pageshow')?.({ persisted: true });
  expect(heard.gaps).toBe(1);
});
