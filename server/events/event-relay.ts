/**
 * Publishes events from the database to NATS, in order. One node does so, the one that holds an advisory lock. When
 * it goes away, another node takes the lock and continues after the last event in the stream. An event published
 * twice has the same message id and is stored once.
 */
import { jetstream, jetstreamManager, JetStreamApiError, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/platform/database/database.ts';
import { setSocketTimeout, connectionSettings } from '#server/platform/database/socket-timeout.ts';
import { eventChannel, reconnectDelay } from './announcements.ts';
import { eventsBetween, newestEventId, type StoredEvent } from './events.repository.ts';
import type { EventMessage } from './nats-announcements.ts';

const lockSpace = 4_017_263;
const relayLock = 4;
const notFound = 404;
const nanoseconds = 1_000_000;
/** Milliseconds between checks of the connection that holds the lock; otherwise a dead peer would go unnoticed. */
const pollIntervalMs = 10_000;
const retentionMs = 10 * 60 * 1000;
/**
 * Bytes. The default maximum payload of NATS is 1 MB. A larger event is only announced and then read from the
 * database.
 */
const mostCarried = 512 * 1024;

export class EventRelay {
  readonly subject: string;
  readonly #stream: string;
  readonly #db: Db;
  readonly #connectionString: string;
  readonly #log: FastifyBaseLogger;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #published: string | undefined;
  #work: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(db: Db, connectionString: string, installation: string, log: FastifyBaseLogger) {
    this.#db = db;
    this.#connectionString = connectionString;
    this.#log = log;
    this.subject = `countersign.${installation}.events`;
    this.#stream = `countersign_${installation}`;
  }

  start(connection: NatsConnection): void {
    this.#try(connection);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#work;
    await this.#client?.end();
  }

  #try(connection: NatsConnection): void {
    this.#work = this.#work.then(() => this.#lead(connection)).catch((error: Error) => this.#again(connection, error));
  }

  #again(connection: NatsConnection, error?: Error): void {
    if (this.#closed || this.#retry !== undefined) return;
    if (error) this.#log.warn({ reason: error.message }, 'live events are not carried to NATS now');
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#try(connection);
    }, reconnectDelay);
  }

  /** Takes the lock if it is free; from then on this node publishes. */
  async #lead(connection: NatsConnection): Promise<void> {
    if (this.#closed) return;
    const client = this.#client ?? (await this.#connect(connection));
    const { rows: [lock] } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1::int, $2::int) as mine', [lockSpace, relayLock]);
    if (lock?.mine !== true) return this.#again(connection);
    const manager = await jetstreamManager(connection);
    await this.#openStream(manager);
    this.#published = await this.#lastPublished(manager);
    const stream = jetstream(connection);
    client.removeAllListeners('notification');
    client.on('notification', () => this.#carrySoon(connection, stream));
    await client.query(`listen ${eventChannel}`);
    await this.#carry(stream);
  }

  async #connect(connection: NatsConnection): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#connectionString, ...connectionSettings });
    const asking = setInterval(() => void client.query('select 1').catch(() => undefined), pollIntervalMs);
    const lost = (error: Error): void => {
      if (this.#client === client) this.#client = undefined;
      this.#again(connection, error);
    };
    client.on('error', lost);
    client.on('end', () => {
      clearInterval(asking);
      lost(new Error('the connection was closed'));
    });
    await client.connect();
    setSocketTimeout(client, pollIntervalMs);
    this.#client = client;
    return client;
  }

  async #openStream(manager: JetStreamManager): Promise<void> {
    const config = { name: this.#stream, subjects: [this.subject], max_age: retentionMs * nanoseconds };
    try {
      await manager.streams.info(this.#stream);
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.status !== notFound) throw error;
      await manager.streams.add(config);
    }
  }

  /**
   * Continues after the last published event. An empty stream starts with the newest event: older ones were
   * delivered before.
   */
  async #lastPublished(manager: JetStreamManager): Promise<string> {
    const last = await manager.streams.getMessage(this.#stream, { last_by_subj: this.subject });
    return last === null ? newestEventId(this.#db) : last.json<EventMessage>().id;
  }

  #carrySoon(connection: NatsConnection, stream: JetStreamClient): void {
    this.#work = this.#work.then(() => this.#carry(stream)).catch(async (error: Error) => {
      // Releases the lock, so that any node, this one included, can take over.
      const client = this.#client;
      this.#client = undefined;
      await client?.end();
      this.#again(connection, error);
    });
  }

  async #carry(stream: JetStreamClient): Promise<void> {
    if (this.#closed || this.#published === undefined) return;
    const newest = await newestEventId(this.#db);
    for (let page: StoredEvent[] | undefined; page === undefined || page.length > 0;) {
      page = await eventsBetween(this.#db, this.#published, newest);
      for (const stored of page) {
        const { id } = stored.event;
        await stream.publish(this.subject, messageOf(this.#published, stored), { msgID: id });
        this.#published = id;
      }
    }
  }
}

function messageOf(previous: string, stored: StoredEvent): string {
  const { id } = stored.event;
  const whole = JSON.stringify({ id, previous, stored } satisfies EventMessage);
  return Buffer.byteLength(whole) <= mostCarried ? whole : JSON.stringify({ id, previous, stored: null } satisfies EventMessage);
}
