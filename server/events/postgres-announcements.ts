/** New events as the database tells them, over one LISTEN connection of this node. */
import pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/adapters/database/database.ts';
import { eventChannel, reconnectDelay, type Announced, type Announcements } from './announcements.ts';
import { newestEventId } from './events.repository.ts';

export class PostgresAnnouncements implements Announcements {
  readonly #db: Db;
  readonly #connectionString: string;
  readonly #log: FastifyBaseLogger;
  #hear: (announced: Announced) => void = () => undefined;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(db: Db, connectionString: string, log: FastifyBaseLogger) {
    this.#db = db;
    this.#connectionString = connectionString;
    this.#log = log;
  }

  async start(hear: (announced: Announced) => void): Promise<void> {
    this.#hear = hear;
    await this.#listen();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#client?.end();
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#connectionString });
    client.on('notification', ({ payload }) => this.#hear({ id: payload ?? '0' }));
    client.on('error', (error) => this.#reconnect(error));
    client.on('end', () => this.#reconnect(new Error('the connection was closed')));
    await client.connect();
    await client.query(`listen ${eventChannel}`);
    this.#client = client;
  }

  #reconnect(reason: Error): void {
    if (this.#closed || this.#retry !== undefined) return;
    this.#log.warn({ reason: reason.message }, 'lost the connection that live events come over');
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#listen().then(() => this.#catchUp()).catch((error: Error) => this.#reconnect(error));
    }, reconnectDelay);
  }

  /** After a break the database is asked for what was not heard. */
  async #catchUp(): Promise<void> {
    this.#hear({ id: await newestEventId(this.#db) });
  }
}
