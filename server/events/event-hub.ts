/**
 * Live events for the people connected to this node. The node is told of new events (`Announcements`), reads each
 * one once and in order, and delivers it to its recipients.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { LiveEvent } from '#contract/events.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Metrics } from '#server/platform/metrics/metrics.ts';
import { closedOrgsOfBearers } from '#server/identity/second-factor-enforcement.ts';
import { reconnectDelay, type Announcement, type Announcements } from './announcements.ts';
import type { Listener } from './event-tickets.ts';
import { eventsAfter, eventsBetween, newestEventId, type StoredEvent } from './events.repository.ts';

/** An open stream, with the stored key of the access token it was opened with. */
interface Delivery {
  bearer: string;
  deliver(event: LiveEvent): void;
}

const organizationsOf = (events: readonly StoredEvent[]): string[] => [...new Set(events.flatMap(({ orgId }) => orgId ?? []))];

/**
 * Whether the person gets the event only as a member of the organization, and not also as a recipient. Members who
 * for whom the organization is closed don't get it.
 */
const receivesAsMember = ({ orgId, partyIds }: StoredEvent, userId: string): boolean => orgId !== null && !partyIds.includes(userId);

export interface Subscription {
  /** Events published since `lastEventId`, oldest first. */
  replay: LiveEvent[];
  close(): void;
}

export interface EventHub {
  subscribe(listener: Listener, lastEventId: string | null, onEvent: (event: LiveEvent) => void): Promise<Subscription>;
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
  #newest = '0';
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

  async subscribe({ userId, bearer }: Listener, lastEventId: string | null, onEvent: (event: LiveEvent) => void): Promise<Subscription> {
    // Registers before reading the missed events: an event in between arrives twice rather than never, and the
    // duplicate is dropped.
    let delivered = 0n;
    const waiting: LiveEvent[] = [];
    let live = false;
    const deliver = (event: LiveEvent): void => {
      if (!live) waiting.push(event);
      else if (BigInt(event.id) > delivered) onEvent(event);
    };
    const listeners = this.#listeners.get(userId) ?? new Set();
    const delivery = { bearer, deliver };
    this.#listeners.set(userId, listeners.add(delivery));
    const close = (): void => {
      listeners.delete(delivery);
      if (listeners.size === 0 && this.#listeners.get(userId) === listeners) this.#listeners.delete(userId);
    };
    try {
      const missed = lastEventId === null ? [] : await eventsAfter(this.#db, lastEventId, userId);
      const known = new Set(missed.map(({ event }) => event.id));
      const before = await this.#knownTo(lastEventId);
      const open = await this.#withoutWithheld(missed, { userId, bearer });
      const replay = [...open.map(({ event }) => event), ...waiting.filter(({ id }) => !known.has(id) && BigInt(id) > before)];
      delivered = BigInt(replay.at(-1)?.id ?? before);
      live = true;
      return { replay, close };
    } catch (error) {
      close();
      throw error;
    }
  }

  /**
   * Another node may have delivered events that this node hasn't heard of. An id beyond the newest event comes from
   * a database that was restored since; it counts as 0.
   */
  async #knownTo(lastEventId: string | null): Promise<bigint> {
    if (lastEventId === null) return 0n;
    const id = BigInt(lastEventId);
    return id <= BigInt(await newestEventId(this.#db)) ? id : 0n;
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
    this.#delivery = this.#delivery.then(() => this.#deliverTo(announced)).catch((error: unknown) => {
      this.#log.error({ err: error }, 'live events could not be read');
      if (!this.#closed) this.#retry = setTimeout(() => this.#deliver(announced), reconnectDelay);
    });
  }

  async #deliverTo({ id, carried }: Announcement): Promise<void> {
    if (this.#closed || BigInt(id) <= BigInt(this.#newest)) return;
    const events = carried?.previous === this.#newest ? [carried.stored] : await eventsBetween(this.#db, this.#newest, id);
    const withheld = await closedOrgsOfBearers(this.#db, this.#bearersOf(events), organizationsOf(events));
    this.#newest = id;
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
      for (const { bearer, deliver } of this.#listeners.get(userId) ?? []) {
        if (!receivesAsMember(stored, userId) || !withheld.has(`${bearer}/${stored.orgId}`)) deliver(stored.event);
      }
    }
  }

  async #withoutWithheld(events: readonly StoredEvent[], { userId, bearer }: Listener): Promise<StoredEvent[]> {
    const asMember = events.filter((stored) => receivesAsMember(stored, userId));
    const withheld = await closedOrgsOfBearers(this.#db, [bearer], organizationsOf(asMember));
    return events.filter((stored) => !asMember.includes(stored) || !withheld.has(`${bearer}/${stored.orgId}`));
  }
}
