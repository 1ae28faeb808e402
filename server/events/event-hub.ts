/**
 * Live events for the people who are connected to this node. The node hears of new events (`Announcements`); each is read
 * once, in order, and handed to whom it concerns.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { LiveEvent } from '#contract/events.ts';
import type { Db } from '#server/adapters/database/database.ts';
import { reconnectDelay, type Announced, type Announcements } from './announcements.ts';
import { eventsAfter, eventsBetween, newestEventId, type StoredEvent } from './events.repository.ts';

export interface Subscription {
  /** Events that came while the listener was away, oldest first. */
  replay: LiveEvent[];
  close(): void;
}

export interface EventHub {
  subscribe(userId: string, lastEventId: string | null, listener: (event: LiveEvent) => void): Promise<Subscription>;
  close(): Promise<void>;
}

export async function startEventHub(db: Db, announcements: Announcements, log: FastifyBaseLogger): Promise<EventHub> {
  const hub = new Hub(db, announcements, log);
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
  readonly #listeners = new Map<string, Set<(event: LiveEvent) => void>>();
  #newest = '0';
  #started = false;
  #delivery: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(db: Db, announcements: Announcements, log: FastifyBaseLogger) {
    this.#db = db;
    this.#announcements = announcements;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#announcements.start((announced) => this.#deliver(announced));
    this.#newest = await newestEventId(this.#db);
    this.#started = true;
  }

  async subscribe(userId: string, lastEventId: string | null, listener: (event: LiveEvent) => void): Promise<Subscription> {
    // Registered first, read then: an event between the two comes twice rather than never, and the later one is dropped.
    let told = 0n;
    const waiting: LiveEvent[] = [];
    let live = false;
    const deliver = (event: LiveEvent): void => {
      if (!live) waiting.push(event);
      else if (BigInt(event.id) > told) listener(event);
    };
    const listeners = this.#listeners.get(userId) ?? new Set();
    this.#listeners.set(userId, listeners.add(deliver));
    const close = (): void => {
      listeners.delete(deliver);
      if (listeners.size === 0 && this.#listeners.get(userId) === listeners) this.#listeners.delete(userId);
    };
    try {
      const missed = lastEventId === null ? [] : await eventsAfter(this.#db, lastEventId, userId);
      const known = new Set(missed.map(({ event }) => event.id));
      const before = await this.#knownTo(lastEventId);
      const replay = [...missed.map(({ event }) => event), ...waiting.filter(({ id }) => !known.has(id) && BigInt(id) > before)];
      told = BigInt(replay.at(-1)?.id ?? before);
      live = true;
      return { replay, close };
    } catch (error) {
      close();
      throw error;
    }
  }

  /** Another node may have told more than this one has heard of. What is beyond all there is comes from a database that was put back. */
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

  #deliver(announced: Announced): void {
    if (!this.#started) return;
    this.#delivery = this.#delivery.then(() => this.#handOver(announced)).catch((error: unknown) => {
      this.#log.error({ err: error }, 'live events could not be read');
      if (!this.#closed) this.#retry = setTimeout(() => this.#deliver(announced), reconnectDelay);
    });
  }

  async #handOver({ id, carried }: Announced): Promise<void> {
    if (this.#closed || BigInt(id) <= BigInt(this.#newest)) return;
    const events = carried?.previous === this.#newest ? [carried.stored] : await eventsBetween(this.#db, this.#newest, id);
    this.#newest = id;
    for (const stored of events) this.#fanOut(stored);
  }

  #fanOut({ event, userIds }: StoredEvent): void {
    for (const userId of userIds) {
      for (const listener of this.#listeners.get(userId) ?? []) listener(event);
    }
  }
}
