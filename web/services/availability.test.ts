// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timing } from '#contract/limits/timing.ts';

const answers = vi.fn<(address: string) => Promise<Response>>();
const metas: Record<string, string> = {};
const alive = async (): Promise<Response> => new Response('{"alive":true}', { headers: { 'content-type': 'application/json; charset=utf-8' } });
const portal = async (): Promise<Response> => new Response('<html>Welcome to our network</html>', { headers: { 'content-type': 'text/html' } });
const lost = async (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
const gateway = async (): Promise<Response> => new Response('{"alive":true}', { status: 503, headers: { 'content-type': 'application/json' } });
const requested = (): string[] => answers.mock.calls.map(([address]) => address);

let chance = 0.5;
type Tab = typeof import('./availability.ts');
/** Each import is a tab with a state of its own; those that are `together` hear each other. */
const openTab = async (together = false): Promise<Tab & { heard: string[] }> => {
  vi.resetModules();
  if (!together) vi.stubGlobal('BroadcastChannel', undefined);
  const tab = await import('./availability.ts');
  const heard: string[] = [];
  tab.onAvailability((state) => heard.push(state));
  return { ...tab, heard };
};
const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
/** Messages between tabs arrive outside of the clock. */
const messages = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  chance = 0.5;
  vi.spyOn(Math, 'random').mockImplementation(() => chance);
  answers.mockReset().mockImplementation(alive);
  for (const name of Object.keys(metas)) delete metas[name];
  vi.stubGlobal('document', { hidden: false, querySelector: (selector: string) => ({ content: metas[/"(.+)"/.exec(selector)?.[1] ?? ''] }), addEventListener: () => undefined });
  vi.stubGlobal('window', { location: { origin: 'http://localhost' }, addEventListener: () => undefined });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', (address: string) => answers(address));
});
afterEach(async () => {
  // Ends what still checks.
  answers.mockImplementation(alive);
  await later(timing.serviceRecheck + 2 * timing.serviceFortify);
  vi.useRealTimers();
  vi.mocked(Math.random).mockRestore();
  vi.unstubAllGlobals();
});

describe('availability', () => {
  it('asks the account server and the application server, once where they are one', async () => {
    const { checkAvailability } = await openTab();
    expect(await checkAvailability()).toBe('available');
    expect(requested()).toEqual(['http://localhost/healthz']);
    answers.mockClear();
    Object.assign(metas, { API_URL: 'https://api.example', ACCOUNT_API_URL: 'https://account.example' });
    await checkAvailability();
    expect(requested().toSorted()).toEqual(['https://account.example/healthz', 'https://api.example/healthz']);
  });

  it('is unavailable when one of two hosts is away', async () => {
    Object.assign(metas, { API_URL: 'https://api.example', ACCOUNT_API_URL: 'https://account.example' });
    answers.mockImplementation((address) => (address.includes('account') ? lost() : alive()));
    const { checkAvailability } = await openTab();
    expect(await checkAvailability()).toBe('unavailable');
  });

  it.each([['a captive portal', portal], ['a gateway', gateway], ['no answer', lost]])('counts %s as unavailable', async (_, answer) => {
    answers.mockImplementation(answer);
    const { checkAvailability } = await openTab();
    expect(await checkAvailability()).toBe('unavailable');
  });

  it('confirms a single failure before anything is shown', async () => {
    const { availability, heard, reportNetworkFailure } = await openTab();
    const confirmed = reportNetworkFailure();
    expect(availability()).toBe('fortify');
    await later(timing.serviceFortify);
    expect(await confirmed).toBe('available');
    expect(heard).toEqual(['fortify', 'available']);
  });

  it('does not ask again for failures that come together', async () => {
    answers.mockImplementation(lost);
    const { reportNetworkFailure } = await openTab();
    const all = [reportNetworkFailure(), reportNetworkFailure(), reportNetworkFailure()];
    await later(timing.serviceFortify);
    expect(await Promise.all(all)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(answers).toHaveBeenCalledTimes(1);
  });

  it('is unavailable at once when the browser has no network', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const { reportNetworkFailure } = await openTab();
    expect(await reportNetworkFailure()).toBe('unavailable');
  });

  it('checks again every 10 s while unavailable', async () => {
    answers.mockImplementation(lost);
    const { availability, reportNetworkFailure } = await openTab();
    void reportNetworkFailure();
    await later(timing.serviceFortify);
    expect(answers).toHaveBeenCalledTimes(1);
    await later(9999);
    expect(answers).toHaveBeenCalledTimes(1);
    await later(1);
    expect(answers).toHaveBeenCalledTimes(2);
    answers.mockImplementation(alive);
    await later(10_000);
    expect(availability()).toBe('available');
    answers.mockClear();
    await later(30_000);
    expect(answers).not.toHaveBeenCalled();
  });

  it('checks a little earlier or later than others, which noticed the failure in the same moment', async () => {
    answers.mockImplementation(lost);
    chance = 0;
    const { checkAvailability } = await openTab();
    await checkAvailability();
    await later(0.9 * timing.serviceRecheck);
    expect(answers).toHaveBeenCalledTimes(2);
  });

  it('lets what failed be tried again when the service is back, once', async () => {
    answers.mockImplementation(lost);
    const { checkAvailability, onServiceReturned } = await openTab();
    const tries = vi.fn<() => void>();
    onServiceReturned(tries);
    await checkAvailability();
    answers.mockImplementation(alive);
    await later(timing.serviceRecheck);
    expect(tries).toHaveBeenCalledTimes(1);
    await later(60_000);
    expect(tries).toHaveBeenCalledTimes(1);
  });

  it('lets what fails although the service is there be tried again later and later', async () => {
    const { onServiceReturned, reportNetworkFailure } = await openTab();
    const began = Date.now();
    const tries: number[] = [];
    // What is tried again fails again: a store of documents is away, or something between refuses large bodies.
    onServiceReturned(() => {
      tries.push(Math.round((Date.now() - began) / 1000));
      void reportNetworkFailure();
    });
    void reportNetworkFailure();
    await later(3_600_000);
    expect(tries.slice(0, 8)).toEqual([1, 5, 15, 43, 125, 369, 670, 971]);
    expect(tries.length).toBeLessThan(20);
  });

  it('does not believe one answer on a line that comes and goes, when the browser says that its network is back either', async () => {
    const heard = new Map<string, () => void>();
    vi.stubGlobal('window', { location: { origin: 'http://localhost' }, addEventListener: (name: string, listener: () => void) => heard.set(name, listener) });
    const { availability, checkAvailability, watchNetwork } = await openTab();
    watchNetwork();
    answers.mockImplementation(lost);
    await checkAvailability();
    answers.mockImplementation(alive);
    await later(timing.serviceRecheck);
    answers.mockImplementation(lost);
    await checkAvailability();
    answers.mockImplementation(alive);
    heard.get('online')?.();
    await later(10);
    expect(availability()).toBe('unavailable');
    await later(timing.serviceFortify);
    expect(availability()).toBe('available');
  });

  it('shows a line that comes and goes as available only after a second answer', async () => {
    answers.mockImplementation(lost);
    const { availability, checkAvailability, heard } = await openTab();
    await checkAvailability();
    answers.mockImplementation(alive);
    await later(timing.serviceRecheck);
    expect(availability()).toBe('available');
    answers.mockImplementation(lost);
    await checkAvailability();
    heard.length = 0;
    // One answer, and then none.
    answers.mockImplementationOnce(alive);
    await later(timing.serviceRecheck + timing.serviceFortify);
    expect(heard).toEqual([]);
    answers.mockImplementation(alive);
    await later(timing.serviceRecheck + timing.serviceFortify);
    expect(heard).toEqual(['available']);
  });

  it('lets one tab check for all', async () => {
    answers.mockImplementation(lost);
    let isTaken = false;
    vi.stubGlobal('navigator', {
      onLine: true,
      locks: {
        request: (_: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
          if (!isTaken) {
            isTaken = true;
            return work();
          }
          return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))));
        },
      },
    });
    const [first, second] = [await openTab(true), await openTab(true)];
    void first.reportNetworkFailure();
    await later(timing.serviceFortify);
    await messages();
    expect(second.availability()).toBe('unavailable');
    answers.mockClear();
    for (let times = 0; times < 3; times += 1) {
      await later(timing.serviceRecheck);
      await messages();
    }
    expect(answers).toHaveBeenCalledTimes(3);
    answers.mockImplementation(alive);
    await later(timing.serviceRecheck);
    await messages();
    expect([first.availability(), second.availability()]).toEqual(['available', 'available']);
  });
});
