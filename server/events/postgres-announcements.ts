/**
 * Announcements by PostgreSQL's LISTEN/NOTIFY, over one connection per node. A connection without notifications
 * looks the same as a dead one, so it is checked periodically, and the newest event is queried.
 */
import pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/platform/database/database.ts';
import { setSocketTimeout, connectionSettings } from '#server/platform/database/socket-timeout.ts';
import { eventChannel, reconnectDelay, type Announcement, type Announcements } from './announcements.ts';
import { newestEventId } from './events.repository.ts';

const listen = `listen ${eventChannel}`;
const pollIntervalMs = 10_000;

export class PostgresAnnouncements implements Announcements {
  readonly #db: Db;
  readonly #connectionString: string;
  readonly #log: FastifyBaseLogger;
  readonly #rhythm: number;
  #deliver: (announced: Announcement) => void = () => undefined;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;
  #closed = false;

  /** `rhythm`: milliseconds between checks, and the time limit for each answer. */
  constructor(db: Db, connectionString: string, log: FastifyBaseLogger, rhythm = pollIntervalMs) {
    this.#rhythm = rhythm;
    this.#db = db;
    this.#connectionString = connectionString;
    this.#log = log;
  }

  async start(deliver: (announced: Announcement) => void): Promise<void> {
    this.#deliver = deliver;
    await this.#listen();
    this.#asking = setInterval(() => void this.#ask(), this.#rhythm);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#asking);
    await this.#client?.end();
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#connectionString, ...connectionSettings });
    client.on('notification', ({ payload }) => this.#deliver({ id: payload ?? '0' }));
    client.on('error', (error) => this.#reconnect(error));
    client.on('end', () => this.#reconnect(new Error('the connection was closed')));
    await client.connect();
    setSocketTimeout(client, this.#rhythm);
    await client.query(listen);
    this.#client = client;
  }

  async #ask(): Promise<void> {
    if (this.#retry !== undefined) return;
    try {
      // LISTEN is idempotent.
      await this.#client?.query(listen);
      await this.#catchUp();
    } catch (error) {
      this.#log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the newest live event could not be asked for');
    }
  }

  #reconnect(reason: Error): void {
    if (this.#closed || this.#retry !== undefined) return;
    this.#log.warn({ reason: reason.message }, 'lost the connection that live events come over');
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#listen().then(() => this.#catchUp()).catch((error: Error) => this.#reconnect(error));
    }, reconnectDelay);
  }

  /** Announces the newest event, after a gap in the connection. */
  async #catchUp(): Promise<void> {
    this.#deliver({ id: await newestEventId(this.#db) });
  }
}
