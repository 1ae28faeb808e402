/**
 * Live events for the people connected to this node. The node is told of new events (`Announcements`), reads each
 * one once and in order, and delivers it to its recipients.
 */
import type { FastifyBaseLogger } from 'fastify';
import { eventsMissed, type EventsMissed, type LiveEvent } from '#contract/events.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Metrics } from '#server/platform/metrics/metrics.ts';
import { closedOrgsOfBearers } from '#server/identity/second-factor-enforcement.ts';
import { reconnectDelay, type Announcement, type Announcements } from './announcements.ts';
import type { Listener } from './event-tickets.ts';
import { eventsAfter, eventsBetween, newestEventId, pageOfEvents, type StoredEvent } from './events.repository.ts';

/** An open stream, with the stored key of the access token it was opened with. */
class Delivery {
  readonly bearer: string;
  readonly #onEvent: (event: LiveEvent) => void;
  #state: 'replaying' | 'collecting' | 'live' = 'replaying';
  #collected: LiveEvent[] = [];
  #sent = 0n;

  constructor(bearer: string, onEvent: (event: LiveEvent) => void) {
    this.bearer = bearer;
    this.#onEvent = onEvent;
  }

  deliver(event: LiveEvent): void {
    if (this.#state === 'collecting') this.#collected.push(event);
    else if (this.#state === 'live' && BigInt(event.id) > this.#sent) this.#onEvent(event);
  }

  /** What arrives from now on is read with the next page. */
  skip(): void {
    this.#state = 'replaying';
    this.#collected = [];
  }

  collect(): void {
    this.#state = 'collecting';
  }

  /** Ends the replay after this event; everything later is delivered live. */
  begin(sent: bigint): void {
    this.#sent = sent;
    this.#state = 'live';
    for (const event of this.#collected.splice(0)) this.deliver(event);
  }
}

async function* nothing(): AsyncGenerator<never> {
  yield* [];
}

const organizationsOf = (events: readonly StoredEvent[]): string[] => [...new Set(events.flatMap(({ orgId }) => orgId ?? []))];

/**
 * Whether the person gets the event only as a member of the organization, and not also as a recipient. Members to whom the
 * organization is closed don't get it.
 */
const receivesAsMember = ({ orgId, partyIds }: StoredEvent, userId: string): boolean => orgId !== null && !partyIds.includes(userId);

export interface Subscription {
  /**
   * Events published since `lastEventId`, oldest first; read page by page as the subscriber takes them. Live events follow
   * once it has taken all. Throws if they can't be read. More than the subscriber wants one by one are not read: it is told that
   * it missed them.
   */
  replay: AsyncIterable<LiveEvent | EventsMissed>;
  close(): void;
}

/** Where a subscriber goes on. */
export interface LastEvent {
  id: string;
  /** How many missed events it wants one by one; null: all. */
  mostMissed: number | null;
}

export interface EventHub {
  subscribe(listener: Listener, last: LastEvent | null, onEvent: (event: LiveEvent) => void): Promise<Subscription>;
  close(): Promise<void>;
}

export async function startEventHub(db: Db, announcements: Announcements, log: FastifyBaseLogger, metrics?: Pick<Metrics, 'eventDelivered'>): Promise<EventHub> {
  const hub = new Hub(db, announcements, log, metrics);
  try {
    await hub.start();
  } catch (error) {
    await hub.close();
    throw error;
  }
  return hub;
}

class Hub implements EventHub {
  readonly #db: Db;
  readonly #announcements: Announcements;
  readonly #log: FastifyBaseLogger;
  readonly #metrics: Pick<Metrics, 'eventDelivered'> | undefined;
  readonly #listeners = new Map<string, Set<Delivery>>();
  /** The last event that was delivered, and the last one that was announced. */
  #newest = '0';
  #announced = '0';
  #started = false;
  #delivery: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(db: Db, announcements: Announcements, log: FastifyBaseLogger, metrics: Pick<Metrics, 'eventDelivered'> | undefined) {
    this.#db = db;
    this.#announcements = announcements;
    this.#log = log;
    this.#metrics = metrics;
  }

  async start(): Promise<void> {
    await this.#announcements.start((announced) => this.#deliver(announced));
    this.#newest = await newestEventId(this.#db);
    this.#started = true;
  }

  async subscribe(listener: Listener, last: LastEvent | null, onEvent: (event: LiveEvent) => void): Promise<Subscription> {
    const delivery = new Delivery(listener.bearer, onEvent);
    const close = this.#register(listener.userId, delivery);
    try {
      if (last !== null) return { replay: this.#replay(listener, delivery, await this.#knownTo(last.id), last.mostMissed), close };
      delivery.begin(0n);
      return { replay: nothing(), close };
    } catch (error) {
      close();
      throw error;
    }
  }

  #register(userId: string, delivery: Delivery): () => void {
    const listeners = this.#listeners.get(userId) ?? new Set();
    this.#listeners.set(userId, listeners.add(delivery));
    return () => {
      listeners.delete(delivery);
      if (listeners.size === 0 && this.#listeners.get(userId) === listeners) this.#listeners.delete(userId);
    };
  }

  /** Live events are collected only while nothing is left to read, so that memory stays bounded however slow the subscriber is. */
  async *#replay(listener: Listener, delivery: Delivery, known: bigint, mostMissed: number | null): AsyncGenerator<LiveEvent | EventsMissed> {
    const most = Math.min(mostMissed ?? pageOfEvents, pageOfEvents);
    // One more shows whether they are more than that.
    const limit = mostMissed === null ? most : most + 1;
    let sent = known;
    for (let wasShort = false; ;) {
      if (wasShort) delivery.collect();
      const page = await eventsAfter(this.#db, String(sent), listener.userId, limit);
      const open = await this.#withoutWithheld(page, listener);
      if (wasShort && page.length === 0) break;
      delivery.skip();
      if (page.length > most) {
        const id = await newestEventId(this.#db);
        yield { id, type: eventsMissed };
        sent = BigInt(id);
        wasShort = true;
        continue;
      }
      for (const { event } of open) yield event;
      sent = BigInt(page.at(-1)?.event.id ?? sent);
      wasShort = page.length < limit;
    }
    delivery.begin(sent);
  }

  /**
   * Another node may have delivered events that this node hasn't heard of. An id beyond the newest event comes from
   * a database that was restored since; it counts as the newest.
   */
  async #knownTo(lastEventId: string): Promise<bigint> {
    const [id, newest] = [BigInt(lastEventId), BigInt(await newestEventId(this.#db))];
    return id <= newest ? id : newest;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#listeners.clear();
    await this.#announcements.close();
    await this.#delivery;
  }

  #deliver(announced: Announcement): void {
    if (!this.#started) return;
    if (BigInt(announced.id) > BigInt(this.#announced)) this.#announced = announced.id;
    this.#delivery = this.#delivery.then(() => this.#deliverTo(announced)).catch((error: unknown) => {
      this.#log.error({ err: error }, 'live events could not be read');
      if (!this.#closed) this.#retry = setTimeout(() => this.#deliver(announced), reconnectDelay);
    });
  }

  async #deliverTo({ id, carried }: Announcement): Promise<void> {
    if (this.#closed || BigInt(id) <= BigInt(this.#newest)) return;
    if (carried?.previous === this.#newest) return this.#passOn([carried.stored], id);
    // All that were announced meanwhile, page by page: what one act causes is announced one by one.
    const upTo = this.#announced;
    for (let isLast = false; !isLast;) {
      const events = await eventsBetween(this.#db, this.#newest, upTo);
      isLast = events.length < pageOfEvents;
      await this.#passOn(events, isLast ? upTo : (events.at(-1)?.event.id ?? upTo));
    }
  }

  /** Delivers the events, of which `newest` is the last. */
  async #passOn(events: readonly StoredEvent[], newest: string): Promise<void> {
    const withheld = await closedOrgsOfBearers(this.#db, this.#bearersOf(events), organizationsOf(events));
    this.#newest = newest;
    for (const stored of events) {
      this.#fanOut(stored, withheld);
      this.#metrics?.eventDelivered(Math.max(0, Date.now() - Date.parse(stored.event.createdAt)) / 1000);
    }
  }

  #bearersOf(events: readonly StoredEvent[]): string[] {
    const receivers = events.flatMap((stored) => stored.userIds.filter((userId) => receivesAsMember(stored, userId)));
    return [...new Set(receivers)].flatMap((userId) => [...(this.#listeners.get(userId) ?? [])].map(({ bearer }) => bearer));
  }

  #fanOut(stored: StoredEvent, withheld: ReadonlySet<string>): void {
    for (const userId of stored.userIds) {
      for (const delivery of this.#listeners.get(userId) ?? []) {
        if (!receivesAsMember(stored, userId) || !withheld.has(`${delivery.bearer}/${stored.orgId}`)) delivery.deliver(stored.event);
      }
    }
  }

  async #withoutWithheld(events: readonly StoredEvent[], { userId, bearer }: Listener): Promise<StoredEvent[]> {
    const asMember = events.filter((stored) => receivesAsMember(stored, userId));
    const withheld = await closedOrgsOfBearers(this.#db, [bearer], organizationsOf(asMember));
    return events.filter((stored) => !asMember.includes(stored) || !withheld.has(`${bearer}/${stored.orgId}`));
  }
}
