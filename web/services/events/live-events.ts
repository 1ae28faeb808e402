import type { LiveEvent } from '#contract/events.ts';
import { accountEvents, eventsMissed, liveEvent, shownToTheirActor } from '#contract/events.ts';
import type { Host } from '../config.ts';
import { hostUrl } from '../config.ts';
import type { EventsState } from './keep-stream.ts';
import { keepStream } from './keep-stream.ts';
import { leadAmongTabs } from './tab-leader.ts';

export type { EventsState } from './keep-stream.ts';

interface LiveEventsOptions {
  userId: string;
  onEvent(event: LiveEvent): void;
  onState(state: EventsState): void;
  /** The stream is connected, and events may have been missed before. */
  onGap(): void;
  /** Events were missed and are not repeated, because they are too many. */
  onMissed(): void;
}

export interface LiveEvents {
  close(): void;
}

/** Ignores events that this person caused, except those that concern other devices too. */
export const concerns = (event: LiveEvent, userId: string): boolean =>
  event.actorId !== userId || shownToTheirActor.includes(event.type);

const readEvent = (message: unknown): LiveEvent | null => {
  const parsed = liveEvent.safeParse(message);
  if (!parsed.success) console.warn('Unreadable live event', parsed.error.issues);
  return parsed.success ? parsed.data : null;
};

/** The hosts with a stream: the application's, and the account's where it is another one (document 2 §7.10). */
const hostsOfEvents = (): Host[] => (hostUrl('account') === hostUrl('api') ? ['api'] : ['api', 'account']);

/** Where there are two streams, each is for its own events. */
const isOfHost = ({ type }: LiveEvent, host: Host): boolean =>
  hostsOfEvents().length === 1 || (host === 'account') === (accountEvents as readonly string[]).includes(type);

/** What the tab with the stream tells all tabs. */
type Message =
  | { readonly kind: 'state'; readonly host: Host; readonly state: EventsState }
  | { readonly kind: 'event'; readonly host: Host; readonly data: string; readonly id: string | null }
  | { readonly kind: 'gap' };

/** What a tab that comes later is told. */
interface Welcome {
  readonly kind: 'welcome';
  readonly states: readonly (readonly [Host, EventsState])[];
  /** Where it goes on, if it is to lead. */
  readonly lastEventIds: readonly (readonly [Host, string])[];
}

/** How many events a tab remembers: the last ones come twice where a tab that was frozen still tells what it had heard. */
const REMEMBERED = 100;

/** Receives what the leading tab tells, and knows where to go on if this tab is to lead. */
class Receiver {
  readonly #options: LiveEventsOptions;
  readonly #lastEventIds = new Map<Host, string>();
  readonly #states = new Map<Host, EventsState>();
  readonly #seen = new Set<string>();
  #hasOpened = false;

  constructor(options: LiveEventsOptions) {
    this.#options = options;
  }

  lastEventId(host: Host): string | null {
    return this.#lastEventIds.get(host) ?? null;
  }

  get welcome(): Welcome {
    return { kind: 'welcome', states: [...this.#states], lastEventIds: [...this.#lastEventIds] };
  }

  /** Open when all streams are, closed when one is. */
  get #state(): EventsState {
    const states = hostsOfEvents().map((host) => this.#states.get(host) ?? 'connecting');
    if (states.includes('closed')) return 'closed';
    return states.includes('connecting') ? 'connecting' : 'open';
  }

  receive(message: Message): void {
    if (message.kind === 'gap') {
      this.#hasOpened = true;
      this.#options.onGap();
    } else if (message.kind === 'state') {
      this.#states.set(message.host, message.state);
      this.#options.onState(this.#state);
    } else this.#receiveEvent(message);
  }

  /** The stream was open before this tab listened: what it has fetched may be out of date. */
  join({ states, lastEventIds }: Welcome): void {
    for (const [host, state] of states) this.#states.set(host, state);
    for (const [host, id] of lastEventIds) if (!this.#lastEventIds.has(host)) this.#lastEventIds.set(host, id);
    this.#options.onState(this.#state);
    if (this.#state === 'open' && !this.#hasOpened) this.receive({ kind: 'gap' });
  }

  #isRepeated(id: string): boolean {
    if (this.#seen.has(id)) return true;
    this.#seen.add(id);
    for (const oldest of this.#seen) {
      if (this.#seen.size <= REMEMBERED) break;
      this.#seen.delete(oldest);
    }
    return false;
  }

  #receiveEvent({ host, data, id }: Extract<Message, { kind: 'event' }>): void {
    const read: unknown = JSON.parse(data);
    if ((read as { type?: unknown } | null)?.type === eventsMissed) {
      if (id) this.#lastEventIds.set(host, id);
      this.#options.onMissed();
      return;
    }
    const event = readEvent(read);
    const known = id ?? event?.id;
    // After a restore of the database, numbers come again for other events.
    if (known && this.#isRepeated(`${host}/${known}/${event?.createdAt}`)) return;
    if (known) this.#lastEventIds.set(host, known);
    if (event && isOfHost(event, host) && concerns(event, this.#options.userId)) this.#options.onEvent(event);
  }
}

/** Calls `listener` when the browser shows a page again that it had put away: what other tabs told meanwhile did not reach it. */
const onShownAgain = (listener: () => void, signal: AbortSignal): void => {
  if (typeof window !== 'undefined') window.addEventListener('pageshow', ({ persisted }) => persisted && listener(), { signal });
};

/** Keeps the event streams of the signed-in person open, in one tab for all tabs of this browser. */
export const openLiveEvents = (options: LiveEventsOptions): LiveEvents => {
  const closing = new AbortController();
  const receiver = new Receiver(options);
  onShownAgain(() => receiver.receive({ kind: 'gap' }), closing.signal);
  leadAmongTabs<Message | Welcome>({
    name: `countersign-events-${options.userId}`,
    signal: closing.signal,
    greet: () => receiver.welcome,
    onMessage: (message) => (message.kind === 'welcome' ? receiver.join(message) : receiver.receive(message)),
    lead: async (post, signal) => {
      await Promise.all(hostsOfEvents().map((host) => keepStream(host, {
        lastEventId: () => receiver.lastEventId(host),
        onMessage: (data, id) => post({ kind: 'event', host, data, id }),
        onState: (state) => post({ kind: 'state', host, state }),
        onGap: () => post({ kind: 'gap' }),
      }, signal)));
    },
  });
  return { close: () => closing.abort() };
};
