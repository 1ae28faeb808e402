/**
 * Live events for the people who are connected to this node. The database tells the id of each new
 * event over one LISTEN connection; the event is read once and handed to whom it concerns.
 */
import pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { LiveEvent } from '#contract/events.ts';
import type { Db } from '#server/adapters/database/database.ts';
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

const channel = 'countersign_events';
const reconnectDelay = 1000;

export async function startEventHub(db: Db, connectionString: string, log: FastifyBaseLogger): Promise<EventHub> {
  const hub = new Hub(db, connectionString, log);
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
  readonly #connectionString: string;
  readonly #log: FastifyBaseLogger;
  readonly #listeners = new Map<string, Set<(event: LiveEvent) => void>>();
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #newest = '0';
  #delivery: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(db: Db, connectionString: string, log: FastifyBaseLogger) {
    this.#db = db;
    this.#connectionString = connectionString;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#listen();
    this.#newest = await newestEventId(this.#db);
  }

  async subscribe(userId: string, lastEventId: string | null, listener: (event: LiveEvent) => void): Promise<Subscription> {
    // Registered first, read then: an event between the two comes twice rather than never, and the later one is dropped.
    let newestReplayed = 0n;
    const waiting: LiveEvent[] = [];
    let live = false;
    const deliver = (event: LiveEvent): void => {
      if (!live) waiting.push(event);
      else if (BigInt(event.id) > newestReplayed) listener(event);
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
      const replay = [...missed.map(({ event }) => event), ...waiting.filter((event) => !known.has(event.id))];
      newestReplayed = BigInt(replay.at(-1)?.id ?? 0);
      live = true;
      return { replay, close };
    } catch (error) {
      close();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#listeners.clear();
    await this.#client?.end();
    await this.#delivery;
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#connectionString });
    client.on('notification', ({ payload }) => this.#deliverUpTo(payload ?? '0'));
    client.on('error', (error) => this.#reconnect(error));
    client.on('end', () => this.#reconnect(new Error('the connection was closed')));
    await client.connect();
    await client.query(`listen ${channel}`);
    this.#client = client;
  }

  #reconnect(reason: Error): void {
    if (this.#closed || this.#retry !== undefined) return;
    this.#log.warn({ reason: reason.message }, 'lost the connection that live events come over');
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#listen().then(() => this.#catchUp(), (error: Error) => this.#reconnect(error));
    }, reconnectDelay);
  }

  /** After a break the database is asked for what was not heard. */
  async #catchUp(): Promise<void> {
    this.#deliverUpTo(await newestEventId(this.#db));
  }

  #deliverUpTo(id: string): void {
    this.#delivery = this.#delivery.then(async () => {
      if (this.#closed || BigInt(id) <= BigInt(this.#newest)) return;
      const events = await eventsBetween(this.#db, this.#newest, id);
      this.#newest = id;
      for (const stored of events) this.#fanOut(stored);
    }).catch((error: unknown) => this.#log.error({ err: error }, 'live events could not be read'));
  }

  #fanOut({ event, userIds }: StoredEvent): void {
    for (const userId of userIds) {
      for (const listener of this.#listeners.get(userId) ?? []) listener(event);
    }
  }
}
