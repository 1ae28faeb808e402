import { Socket } from 'node:net';
import pg from 'pg';
import { isDatabaseUnavailable } from './connection-errors.ts';
import { socketTimeoutError } from './socket-timeout.ts';

/** SQLSTATE `feature_not_supported`: a migration changed the result type of a prepared statement. */
const featureNotSupported = '0A000';
const settings = 'set plan_cache_mode = force_generic_plan; set default_transaction_read_only = on';

/**
 * A pipelined connection: queries are sent without waiting for earlier results. After a failure the next query
 * opens a new connection.
 */
export class PipelinedConnection {
  readonly #config: pg.ClientConfig;
  readonly #onIdleError: (error: Error) => void;
  readonly #timeoutMs: number;
  #connection: Promise<Connection> | undefined;
  #waiting = 0;
  #answered = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(config: pg.ClientConfig, onIdleError: (error: Error) => void, timeoutMs: number) {
    this.#config = config;
    this.#onIdleError = onIdleError;
    this.#timeoutMs = timeoutMs;
  }

  /** Queries without an answer yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Pending queries plus the milliseconds since the last answer, so that new queries avoid a slow connection. */
  get load(): number {
    return this.#waiting === 0 ? 0 : this.#waiting + performance.now() - this.#answered;
  }

  async query<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    if (this.#closed) throw new Error('The database was closed');
    if (this.#waiting === 0) this.#answered = performance.now();
    this.#waiting += 1;
    this.#timer ??= setTimeout(() => this.#onTimeout(), this.#timeoutMs);
    const opening = (this.#connection ??= this.#connect());
    try {
      return await (await opening).query<Row>(text, [...values]);
    } catch (error) {
      // PostgreSQL announces a shutdown before the connection closes.
      if (isDatabaseUnavailable(error)) this.#disconnect(opening);
      throw error;
    } finally {
      this.#answered = performance.now();
      this.#waiting -= 1;
      this.#timer?.refresh();
      if (this.#waiting === 0) this.#clearTimer();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#connection?.then((connection) => connection.close(), () => undefined);
  }

  #connect(): Promise<Connection> {
    const opening = Connection.open(this.#config, (error) => {
      this.#disconnect(opening);
      this.#onIdleError(error);
    });
    opening.catch(() => this.#disconnect(opening));
    return opening;
  }

  /** No answer within the time limit: fails all pending queries; the next one opens a new connection. */
  #onTimeout(): void {
    this.#clearTimer();
    this.#connection?.then((connection) => connection.break(socketTimeoutError(this.#timeoutMs)), () => undefined);
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #disconnect(left: Promise<Connection>): void {
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
  #corked = false;

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

  async query<Row>(text: string, values: unknown[]): Promise<Row[]> {
    this.#corkUntilNextTurn();
    try {
      return (await this.#client.query({ name: this.#nameOf(text), text, values })).rows as Row[];
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== featureNotSupported) throw error;
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
  #corkUntilNextTurn(): void {
    if (this.#corked) return;
    this.#corked = true;
    this.#socket.cork();
    setImmediate(() => {
      this.#corked = false;
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
