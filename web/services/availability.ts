/**
 * Whether the account server and the application server can be reached (document 3 §8.3). A failed request alone says little: it is
 * confirmed by a check of each host first (`fortify`). One tab checks for all tabs of the browser.
 */
import { operationsCalls } from '#contract/calls/operations.calls.ts';
import { timing } from '#contract/limits/timing.ts';
import { type Host, hostUrl } from './config.ts';
import { createSignal } from './signal.ts';

/** `fortify`: a failure, or the end of one, is being confirmed. Nothing is shown until it is. */
export type Availability = 'available' | 'fortify' | 'unavailable';

/** Hosts that the app needs. Often they are one. */
const watched: readonly Host[] = ['api', 'account'];
const NAME = 'countersign-availability';

const changed = createSignal<Availability>();
const returned = createSignal<null>();
let state: Availability = 'available';
/** When the last failure ended. Soon afterwards one good answer is not enough. */
let recoveredAt = -Infinity;
/** When a tab last told what it knows. */
let heardAt = 0;
let confirming: Promise<Availability> | undefined;
let watching: AbortController | undefined;
/** Failures in a row that no check confirmed, and when the last of them ended. */
let alarms = 0;
let alarmedAt = -Infinity;
let announcing: ReturnType<typeof setTimeout> | undefined;

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
// A process of tests ends although the channel is open.
(channel as { unref?(): void } | null)?.unref?.();

const announceReturn = (): void => {
  clearTimeout(announcing);
  announcing = undefined;
  if (state === 'available') returned.emit(null);
};

/**
 * The service is there, and a request failed all the same: something on its way may be closed to it for good, such as a store of documents.
 * What failed is tried again at once, then after 3, 9, 27 s and so on.
 */
const noteFalseAlarm = (): void => {
  if (announcing !== undefined) return;
  if (Date.now() - alarmedAt > timing.falseAlarmsApart) alarms = 0;
  alarmedAt = Date.now();
  const wait = alarms === 0 ? 0 : timing.retryBackoffStart * timing.retryBackoffFactor ** alarms;
  announcing = setTimeout(announceReturn, Math.min(wait, timing.falseAlarmLongest));
  alarms += 1;
};

const become = (next: Availability): void => {
  if (state === next) return;
  const wasAway = state === 'unavailable';
  state = next;
  if (wasAway && next === 'available') {
    recoveredAt = Date.now();
    alarms = 0;
  }
  changed.emit(next);
  if (next !== 'available') return;
  if (wasAway) announceReturn();
  else noteFalseAlarm();
};

const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/** Gateways answer for a server that is away; a captive portal answers everything with a page of its own. */
const isOurAnswer = async (response: Response): Promise<boolean> => {
  if (response.status === 502 || response.status === 503 || response.status === 504) return false;
  if (!response.headers.get('content-type')?.includes('json')) return false;
  try {
    return operationsCalls['operations.health'].response.safeParse(await response.json()).success;
  } catch {
    return false;
  }
};

const reach = async (base: string): Promise<boolean> => {
  try {
    return await isOurAnswer(await fetch(`${base}${operationsCalls['operations.health'].path}`, { cache: 'no-store', signal: AbortSignal.timeout(timing.serviceRecheck) }));
  } catch (error) {
    console.debug('The server does not answer', error);
    return false;
  }
};

/** Asks each host once. */
const reachAll = async (): Promise<boolean> => {
  const bases = new Set(watched.map(hostUrl));
  return (await Promise.all([...bases].map(reach))).every(Boolean);
};

const tell = (): void => channel?.postMessage(state);

const settle = (isReached: boolean): void => {
  if (isReached) {
    watching?.abort();
    watching = undefined;
    become('available');
  } else {
    become('unavailable');
    watch();
  }
  tell();
};

/** On a line that comes and goes, a second answer has to follow. */
const isBack = async (): Promise<boolean> => {
  if (!(await reachAll())) return false;
  if (Date.now() - recoveredAt > timing.serviceFlapping) return true;
  await pause(timing.serviceFortify);
  return reachAll();
};

/** Whether another tab checks, and lately told what it found. A hidden one is slowed down by the browser. */
const hasOtherChecker = (): boolean => Date.now() - heardAt < 2 * timing.serviceRecheck;

/** A fifth of chance keeps all browsers, which noticed the failure in the same moment, from coming back in the same moment. */
const untilRecheck = (): number => timing.serviceRecheck * (0.9 + Math.random() * 0.2);

const recheck = async (signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await pause(untilRecheck(), signal);
    if (!signal.aborted) settle(await isBack());
  }
};

/** Tabs that wait for their turn look by themselves when they hear nothing for too long. */
const standBy = async (signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await pause(timing.serviceRecheck, signal);
    if (!signal.aborted && !hasOtherChecker() && !document.hidden) settle(await isBack());
  }
};

/** Checks every 10 s while the service is unavailable. */
function watch(): void {
  if (watching) return;
  const { signal } = (watching = new AbortController());
  if (typeof navigator === 'undefined' || !('locks' in navigator)) {
    void recheck(signal);
    return;
  }
  const turn = new AbortController();
  void standBy(AbortSignal.any([signal, turn.signal]));
  navigator.locks
    .request(NAME, { signal }, () => {
      turn.abort();
      return recheck(signal);
    })
    // The service is back before it was this tab's turn.
    .catch((error: unknown) => console.debug('Another tab has checked', error));
}

/** Checks at once whether the hosts respond. */
export const checkAvailability = async (): Promise<Availability> => {
  settle(await reachAll());
  return state;
};

const confirm = async (): Promise<Availability> => {
  // The browser knows for sure when it has no network.
  if (typeof navigator !== 'undefined' && navigator.onLine === false) settle(false);
  else {
    become('fortify');
    await pause(timing.serviceFortify);
    settle(await reachAll());
  }
  return state;
};

/** A request failed: a check of the hosts confirms whether the service is unavailable. */
export const reportNetworkFailure = (): Promise<Availability> => {
  if (state === 'unavailable') return Promise.resolve(state);
  confirming ??= confirm().finally(() => {
    confirming = undefined;
  });
  return confirming;
};

channel?.addEventListener('message', ({ data }: MessageEvent<Availability>) => {
  heardAt = Date.now();
  if (data === 'unavailable' && state !== 'unavailable') {
    become('unavailable');
    watch();
  }
  if (data === 'available' && state !== 'available') {
    watching?.abort();
    watching = undefined;
    become('available');
  }
});

export const availability = (): Availability => state;
export const onAvailability = changed.subscribe;
/** Tells that what failed because of the network may be tried again. A state that becomes `available` alone does not: it may do so each second. */
export const onServiceReturned = returned.subscribe;

/** Events of the browser report network changes before a request fails, and a tab that is shown again looks at once. */
export const watchNetwork = (): void => {
  window.addEventListener('offline', () => void reportNetworkFailure());
  window.addEventListener('online', () => void isBack().then(settle));
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && state === 'unavailable') void checkAvailability();
  });
};
