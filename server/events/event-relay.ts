/**
 * Carries events from the database to NATS, in their order. Any node can; one does, the one that holds a lock of the
 * database. When it goes, another takes the lock and goes on after the last event that the stream holds; an event that is
 * published twice is known by its id and kept once.
 */
import { jetstream, jetstreamManager, JetStreamApiError, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/adapters/database/database.ts';
import { breakWhenSilent, watched } from '#server/adapters/database/silence.ts';
import { eventChannel, reconnectDelay } from './announcements.ts';
import { eventsBetween, newestEventId, type StoredEvent } from './events.repository.ts';
import type { EventMessage } from './nats-announcements.ts';

const lockSpace = 4_017_263;
const relayLock = 4;
const notFound = 404;
const nanoseconds = 1_000_000;
/** So often the connection that holds the lock is asked, which otherwise would not tell that its other end is gone. */
const askEvery = 10_000;
const keptFor = 10 * 60 * 1000;
/** NATS takes a megabyte by default: a larger event is announced, and read from the database. */
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

  /** Takes the lock if nobody has it; from then on this node carries. */
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
    const client = new pg.Client({ connectionString: this.#connectionString, ...watched });
    const asking = setInterval(() => void client.query('select 1').catch(() => undefined), askEvery);
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
    breakWhenSilent(client, askEvery);
    this.#client = client;
    return client;
  }

  async #openStream(manager: JetStreamManager): Promise<void> {
    const config = { name: this.#stream, subjects: [this.subject], max_age: keptFor * nanoseconds };
    try {
      await manager.streams.info(this.#stream);
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.status !== notFound) throw error;
      await manager.streams.add(config);
    }
  }

  /** Where an earlier carrier left off; without one, what is there already is known to everybody. */
  async #lastPublished(manager: JetStreamManager): Promise<string> {
    const last = await manager.streams.getMessage(this.#stream, { last_by_subj: this.subject });
    return last === null ? newestEventId(this.#db) : last.json<EventMessage>().id;
  }

  #carrySoon(connection: NatsConnection, stream: JetStreamClient): void {
    this.#work = this.#work.then(() => this.#carry(stream)).catch(async (error: Error) => {
      // The lock goes to whoever can do better, this node included.
      const client = this.#client;
      this.#client = undefined;
      await client?.end();
      this.#again(connection, error);
    });
  }

  async #carry(stream: JetStreamClient): Promise<void> {
    if (this.#closed || this.#published === undefined) return;
    for (const stored of await eventsBetween(this.#db, this.#published, await newestEventId(this.#db))) {
      const { id } = stored.event;
      await stream.publish(this.subject, messageOf(this.#published, stored), { msgID: id });
      this.#published = id;
    }
  }
}

function messageOf(previous: string, stored: StoredEvent): string {
  const { id } = stored.event;
  const whole = JSON.stringify({ id, previous, stored } satisfies EventMessage);
  return Buffer.byteLength(whole) <= mostCarried ? whole : JSON.stringify({ id, previous, stored: null } satisfies EventMessage);
}
