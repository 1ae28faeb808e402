/**
 * Announcements over NATS: one node reads new events from the database and publishes them to a JetStream stream
 * (`EventRelay`); every node receives them there with their content. The database stays the source of truth: while
 * NATS is unavailable, and periodically in case of a lost message, a node queries it for the newest id.
 */
import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { liveEvent } from '#contract/events.ts';
import type { Db } from '#server/platform/database/database.ts';
import { reconnectDelay, type Announcement, type Announcements } from './announcements.ts';
import { EventRelay } from './event-relay.ts';
import { newestEventId } from './events.repository.ts';

interface NatsSettings {
  url: string;
  /** Separates this installation from others on the same NATS server. */
  installation: string;
}

/**
 * Milliseconds. A server that accepts the connection but doesn't respond delays start and stop by no more than
 * this.
 */
const timeoutMs = 3000;
const pollIntervalMs = 1000;
/** Even while NATS works, the database is queried once in this many intervals. */
const rounds = 10;

/** Messages of nodes with an earlier version lack fields; such events are read from the database instead. */
const stored = z.object({ event: liveEvent, userIds: z.array(z.string()), orgId: z.string().nullable(), partyIds: z.array(z.string()) });
const message = z.object({ id: z.string(), previous: z.string(), stored: stored.nullable().catch(null) });
export type EventMessage = z.output<typeof message>;

export class NatsAnnouncements implements Announcements {
  readonly #db: Db;
  readonly #settings: NatsSettings;
  readonly #log: FastifyBaseLogger;
  readonly #relay: EventRelay;
  #deliver: (announced: Announcement) => void = () => undefined;
  #connection: NatsConnection | undefined;
  #connected = false;
  #connecting: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;
  #round = 0;
  #closed = false;

  constructor(db: Db, connectionString: string, settings: NatsSettings, log: FastifyBaseLogger) {
    this.#db = db;
    this.#settings = settings;
    this.#log = log;
    this.#relay = new EventRelay(db, connectionString, settings.installation, log);
  }

  async start(deliver: (announced: Announcement) => void): Promise<void> {
    this.#deliver = deliver;
    this.#connecting = this.#connect();
    await this.#connecting;
    this.#asking = setInterval(() => void this.#ask(), pollIntervalMs);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#asking);
    await this.#relay.close();
    await this.#connecting;
    await this.#connection?.close();
  }

  /**
   * An unavailable NATS server doesn't prevent the start: events are polled from the database until it is
   * reachable.
   */
  async #connect(): Promise<void> {
    try {
      const { protocol, host, username, password } = new URL(this.#settings.url);
      const connection = await connect({
        servers: `${protocol}//${host}`, name: 'countersign', maxReconnectAttempts: -1, reconnectTimeWait: reconnectDelay, timeout: timeoutMs,
        ...(username !== '' && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
      });
      this.#connection = connection;
      this.#connected = true;
      this.#listenTo(connection.subscribe(this.#relay.subject));
      void this.#watch(connection);
      this.#relay.start(connection);
    } catch (error) {
      if (this.#closed) return;
      this.#log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'NATS can\'t be reached: live events come from the database meanwhile');
      this.#retry = setTimeout(() => { this.#connecting = this.#connect(); }, reconnectDelay);
    }
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') this.#log.warn('lost NATS: live events come from the database meanwhile');
      if (type === 'disconnect' || type === 'reconnect') this.#connected = type === 'reconnect';
      if (type === 'reconnect') void this.#ask(true);
    }
  }

  #listenTo(subscription: Subscription): void {
    void (async () => {
      for await (const received of subscription) this.#take(received.data);
    })();
  }

  #take(data: Uint8Array): void {
    const parsed = message.safeParse(readJson(data));
    if (!parsed.success) return this.#log.warn('NATS brought something that is no event');
    const { id, previous, stored } = parsed.data;
    this.#deliver({ id, ...(stored && { carried: { previous, stored } }) });
  }

  async #ask(now = false): Promise<void> {
    this.#round = (this.#round + 1) % rounds;
    if (!now && this.#connected && this.#round !== 0) return;
    try {
      this.#deliver({ id: await newestEventId(this.#db) });
    } catch (error) {
      this.#log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the newest live event could not be asked for');
    }
  }
}

function readJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString());
  } catch {
    return null;
  }
}
