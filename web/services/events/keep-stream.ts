import { timing } from '#contract/limits/timing.ts';
import { call } from '../api/call.ts';
import { toAppError } from '../app-error.ts';
import { onServiceReturned } from '../availability.ts';
import type { Host } from '../config.ts';
import { reconnectDelay } from './backoff.ts';
import { listen, StreamRefusedError } from './event-connection.ts';

export type EventsState = 'connecting' | 'open' | 'closed';

interface StreamListener {
  /** The last event that was received; the server sends what came after it. */
  lastEventId(): string | null;
  onMessage(data: string, id: string | null): void;
  onState(state: EventsState): void;
  /** The stream is connected, and events may have been missed before. */
  onGap(): void;
}

const isFirefox = (): boolean => typeof navigator !== 'undefined' && / Firefox\//.test(navigator.userAgent);

/** Waits, unless something shows before that the server can be reached: the network, the service, or the page itself is back. */
const pause = (duration: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const ended = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      stop();
      ended.abort();
      resolve();
    };
    const timer = setTimeout(end, duration);
    const stop = onServiceReturned(end);
    signal.addEventListener('abort', end, { signal: ended.signal });
    if (signal.aborted) end();
    if (typeof window === 'undefined') return;
    window.addEventListener('online', end, { signal: ended.signal });
    window.addEventListener('pageshow', (event) => event.persisted && end(), { signal: ended.signal });
  });

/** Counts failed tries, and tells how long to wait before the next. */
class Reconnection {
  #tries = 0;
  #renewed = false;
  #openedAt: number | null = null;

  opened(): void {
    this.#renewed = false;
    this.#openedAt = Date.now();
  }

  /** A stream that ends as soon as it is open, because something on its way cuts it off, is a failure like any other. */
  #settle(): void {
    if (this.#openedAt !== null && Date.now() - this.#openedAt >= timing.eventReconnectWindow) this.#tries = 0;
    this.#openedAt = null;
  }

  /** An expired ticket is renewed at once, the first time. Firefox comes back later to an address that was refused. */
  delayAfter(error: unknown): number {
    this.#settle();
    if (error instanceof StreamRefusedError) {
      if (error.status === 401 && !this.#renewed) {
        this.#renewed = true;
        return 0;
      }
      if (isFirefox()) return timing.eventReconnectFirefox;
    }
    return reconnectDelay(this.#tries++);
  }
}

/**
 * Keeps the event stream of a host open: a new ticket per connection, with back-off between them. Within the reconnect window an
 * interruption is only that: what was sent meanwhile is replayed. After a longer one, what is shown is fetched again as well.
 */
export const keepStream = async (host: Host, listener: StreamListener, signal: AbortSignal): Promise<void> => {
  const reconnection = new Reconnection();
  let interruptedAt: number | null = null;

  const isLong = (): boolean => interruptedAt !== null && Date.now() - interruptedAt > timing.eventReconnectWindow;
  const onOpen = (): void => {
    const isGap = listener.lastEventId() === null || isLong();
    interruptedAt = null;
    reconnection.opened();
    listener.onState('open');
    if (isGap) listener.onGap();
  };
  const connect = async (): Promise<void> => {
    const { ticket } = await call('auth.getEventTicket', {}, { signal });
    await listen({ host, ticket, lastEventId: listener.lastEventId(), signal, onOpen, onMessage: listener.onMessage });
  };

  while (!signal.aborted) {
    let failure: unknown = null;
    listener.onState(isLong() ? 'closed' : 'connecting');
    try {
      await connect();
    } catch (error) {
      failure = error;
      if (!signal.aborted) console.debug('Live events interrupted:', toAppError(error).message);
    }
    if (signal.aborted) break;
    interruptedAt ??= Date.now();
    listener.onState(isLong() ? 'closed' : 'connecting');
    await pause(reconnection.delayAfter(failure), signal);
  }
  listener.onState('closed');
};
