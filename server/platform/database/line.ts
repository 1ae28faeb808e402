import { Socket } from 'node:net';
import pg from 'pg';
import { isDatabaseAway } from './away.ts';
import { silenceError } from './silence.ts';

/** SQLSTATE `feature_not_supported`: a migration changed the result type of a prepared statement. */
const otherShape = '0A000';
const settings = 'set plan_cache_mode = force_generic_plan; set default_transaction_read_only = on';

/**
 * A pipelined connection: queries are sent without waiting for earlier results. After a failure the next query
 * opens a new connection.
 */
export class Line {
  readonly #config: pg.ClientConfig;
  readonly #onIdleError: (error: Error) => void;
  readonly #patience: number;
  #connection: Promise<Connection> | undefined;
  #waiting = 0;
  #answered = 0;
  #silence: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(config: pg.ClientConfig, onIdleError: (error: Error) => void, patience: number) {
    this.#config = config;
    this.#onIdleError = onIdleError;
    this.#patience = patience;
  }

  /** Pending queries plus the milliseconds since the last answer, so that new queries avoid a slow connection. */
  get load(): number {
    return this.#waiting === 0 ? 0 : this.#waiting + performance.now() - this.#answered;
  }

  async ask<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    if (this.#closed) throw new Error('The database was closed');
    if (this.#waiting === 0) this.#answered = performance.now();
    this.#waiting += 1;
    this.#silence ??= setTimeout(() => this.#giveUp(), this.#patience);
    const opening = (this.#connection ??= this.#connect());
    try {
      return await (await opening).ask<Row>(text, [...values]);
    } catch (error) {
      // PostgreSQL announces a shutdown before the connection closes.
      if (isDatabaseAway(error)) this.#leave(opening);
      throw error;
    } finally {
      this.#answered = performance.now();
      this.#waiting -= 1;
      this.#silence?.refresh();
      if (this.#waiting === 0) this.#listenNoMore();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#connection?.then((connection) => connection.close(), () => undefined);
  }

  #connect(): Promise<Connection> {
    const opening = Connection.open(this.#config, (error) => {
      this.#leave(opening);
      this.#onIdleError(error);
    });
    opening.catch(() => this.#leave(opening));
    return opening;
  }

  /** No answer within the time limit: fails all pending queries; the next one opens a new connection. */
  #giveUp(): void {
    this.#listenNoMore();
    this.#connection?.then((connection) => connection.break(silenceError(this.#patience)), () => undefined);
  }

  #listenNoMore(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
  }

  #leave(left: Promise<Connection>): void {
    if (this.#connection !== left) return;
    this.#connection = undefined;
    left.then((connection) => connection.close()).catch(() => undefined);
  }
}

class Connection {
  readonly #client: pg.Client;
  readonly #socket: Socket;
  readonly #names = new Map<string, string>();
  #prepared = 0;
  #held = false;

  private constructor(client: pg.Client, socket: Socket) {
    this.#client = client;
    this.#socket = socket;
  }

  static async open(config: pg.ClientConfig, onBroken: (error: Error) => void): Promise<Connection> {
    const socket = new Socket();
    const client = new pg.Client({ ...config, stream: () => socket, pipeline: true });
    client.on('error', onBroken);
    await client.connect();
    await client.query(settings);
    return new Connection(client, socket);
  }

  async ask<Row>(text: string, values: unknown[]): Promise<Row[]> {
    this.#sendTogether();
    try {
      return (await this.#client.query({ name: this.#nameOf(text), text, values })).rows as Row[];
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== otherShape) throw error;
      this.#names.delete(text);
      return (await this.#client.query(text, values)).rows as Row[];
    }
  }

  break(reason: Error): void {
    this.#socket.destroy(reason);
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  /**
   * Holds writes back until the end of this turn of the event loop: the system call and waking the database cost
   * more than the data.
   */
  #sendTogether(): void {
    if (this.#held) return;
    this.#held = true;
    this.#socket.cork();
    setImmediate(() => {
      this.#held = false;
      this.#socket.uncork();
    });
  }

  #nameOf(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    this.#prepared += 1;
    const name = `read_${this.#prepared}`;
    this.#names.set(text, name);
    return name;
  }
}
