// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { counts } from '#contract/limits/counts.ts';
import { timing } from '#contract/limits/timing.ts';
import { AppError } from '../app-error.ts';
import { call } from '../api/call.ts';
import { keepStream } from './keep-stream.ts';

vi.mock('../api/call.ts', () => ({ call: vi.fn<() => Promise<{ ticket: string }>>() }));
vi.mock('./backoff.ts', async (original) => {
  const { reconnectDelay } = await original<typeof import('./backoff.ts')>();
  return { reconnectDelay: (tries: number) => reconnectDelay(tries, 0.5) };
});

interface Opened {
  address: URL;
  accept: string | null;
  at: number;
  signal: AbortSignal;
  send(text: string): void;
  end(): void;
}

const opened: Opened[] = [];
let answer: () => Response | null;
let started: number;
const states: string[] = [];
let gaps: number;
let lastEventId: string | null;
let closing: AbortController;

const streaming = (signal: AbortSignal): { response: Response; controls: Pick<Opened, 'send' | 'end'> } => {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
      signal.addEventListener('abort', () => {
        try {
          given.error(new DOMException('', 'AbortError'));
        } catch {
          // It had ended before.
        }
      });
    },
  });
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    controls: { send: (text) => controller.enqueue(new TextEncoder().encode(text)), end: () => controller.close() },
  };
};

const later = async (milliseconds: number): Promise<void> => {
  for (let passed = 0; passed < milliseconds; passed += 1000) {
    await vi.advanceTimersByTimeAsync(Math.min(1000, milliseconds - passed));
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  }
};
const last = (): Opened => opened.at(-1) as Opened;
const waits = (): number[] => opened.map(({ at }, index) => at - (opened[index - 1]?.at ?? started)).slice(1);

const open = async (): Promise<void> => {
  void keepStream('api', {
    lastEventId: () => lastEventId,
    onMessage: (_, id) => { lastEventId = id; },
    onState: (state) => { if (states.at(-1) !== state) states.push(state); },
    onGap: () => { gaps += 1; },
  }, closing.signal);
  await later(10);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  let tickets = 0;
  vi.mocked(call).mockReset().mockImplementation(async () => ({ ticket: `ticket-${++tickets}` }) as never);
  [opened.length, states.length, gaps, lastEventId, closing, started] = [0, 0, 0, null, new AbortController(), Date.now()];
  answer = () => null;
  vi.stubGlobal('document', { querySelector: () => null, hidden: false, addEventListener: () => undefined });
  vi.stubGlobal('window', { location: { origin: 'http://localhost' }, addEventListener: () => undefined });
  vi.stubGlobal('navigator', { userAgent: 'Chrome/140' });
  vi.stubGlobal('fetch', async (address: URL, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) => {
    const { response, controls } = streaming(signal);
    opened.push({ address: new URL(address), accept: headers['accept'] ?? null, at: Date.now(), signal, ...controls });
    return answer() ?? response;
  });
});
afterEach(() => {
  closing.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the event stream', () => {
  it('opens with a ticket, and returns with a new one and the last event', async () => {
    await open();
    expect([last().address.pathname, last().address.search, last().accept]).toEqual(['/events', '?ticket=ticket-1', 'text/event-stream']);
    expect([states, gaps]).toEqual([['connecting', 'open'], 1]);
    last().send('id: 7\ndata: {}\n\n');
    await later(10);
    last().end();
    await later(1100);
    expect(last().address.search).toBe(`?ticket=ticket-2&lastEventId=7&mostMissed=${counts.missedEvents}`);
    // Within the window, what was sent meanwhile is replayed, and nothing is fetched again.
    expect([states, gaps]).toEqual([['connecting', 'open', 'connecting', 'open'], 1]);
  });

  it.each([
    ['another status', () => new Response('{}', { status: 500 })],
    ['another content type', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('gives up a connection with %s and returns with back-off', async (_, refused) => {
    answer = refused;
    await open();
    await later(8000);
    expect(waits()).toEqual([1000, 2000, 4000]);
    expect(states).not.toContain('open');
  });

  it('comes back later and later to a stream that is cut off as soon as it is open, until one lasts', async () => {
    answer = () => new Response('', { headers: { 'content-type': 'text/event-stream' } });
    await open();
    await later(8000);
    expect(waits()).toEqual([1000, 2000, 4000]);
    answer = () => null;
    await later(8000);
    await later(timing.eventReconnectWindow);
    last().end();
    const before = opened.length;
    await later(1200);
    expect(opened).toHaveLength(before + 1);
  });

  it('renews an expired ticket at once, but once', async () => {
    answer = () => new Response('{}', { status: 401 });
    await open();
    await later(2000);
    expect(waits()).toEqual([0, 1000]);
    expect(new Set(opened.map(({ address }) => address.searchParams.get('ticket'))).size).toBe(3);
  });

  it('returns after a minute in Firefox when it was refused, and soon after an interruption', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 Gecko/20100101 Firefox/140.0' });
    answer = () => new Response('{}', { status: 500 });
    await open();
    await later(59_000);
    expect(opened).toHaveLength(1);
    answer = () => null;
    await later(2000);
    expect(waits()).toEqual([60_000]);
    last().end();
    await later(1500);
    expect(opened).toHaveLength(3);
  });

  it('fetches again what is shown after an interruption that was longer than the window', async () => {
    await open();
    last().send('id: 7\ndata: {}\n\n');
    await later(10);
    answer = () => new Response('{}', { status: 502 });
    last().end();
    await later(timing.eventReconnectWindow + 2000);
    expect(states.at(-1)).toBe('closed');
    answer = () => null;
    await later(60_000);
    expect([states.at(-1), gaps]).toEqual(['open', 2]);
    expect(last().address.searchParams.get('lastEventId')).toBe('7');
  });

  it('counts 45 s without a beat as broken', async () => {
    await open();
    await later(40_000);
    last().send(': beat\n\n');
    await later(40_000);
    expect(opened).toHaveLength(1);
    await later(12_000);
    expect(opened.length).toBeGreaterThan(1);
  });

  it('notices after a sleep that nothing was heard, although timers stood still', async () => {
    await open();
    vi.setSystemTime(Date.now() + 3_600_000);
    await later(6000);
    expect(opened.length).toBeGreaterThan(1);
  });

  it('survives that no ticket is to be had', async () => {
    vi.mocked(call).mockRejectedValueOnce(new AppError('unknown_network_error'));
    await open();
    expect(opened).toHaveLength(0);
    await later(1100);
    expect(opened).toHaveLength(1);
  });
});
