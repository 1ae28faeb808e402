/**
 * The connections of transactions.
 *
 * Statements have names: PostgreSQL parses and plans each once a connection, not each time it is sent. They find rows by their
 * keys, so a plan for any parameters suits them all. Lists are planned for each person.
 *
 * Nobody waits for `begin`, nor for statements that are sent behind (`write-behind.ts`): they are on their way with the statement
 * that follows. Sending a statement and waking the database for it costs more than most statements themselves.
 */
import type { Socket } from 'node:net';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { isSentBehind } from './write-behind.ts';

/** Each takes some kilobytes on each connection. Those that are sent later stay without a name. */
const mostNames = 250;
/** Texts that were sent once. Many are never sent again: those with a list of values, for example. */
const mostCandidates = 1000;
/** SQLSTATE `feature_not_supported`: a migration changed the type of a column that a named statement returns. */
const featureNotSupported = '0A000';

/** With a new column, a named statement that returns all columns would fail. */
const returnsAllColumns = /(?<!\bcount\()\*/;

class Names {
  readonly #names = new Map<string, string>();
  readonly #candidates = new Set<string>();
  #given = 0;

  /** Undefined for a statement to be sent without a name. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= mostNames) return known;
    if (this.#candidates.delete(text)) return this.#give(text);
    if (returnsAllColumns.test(text)) return undefined;
    if (this.#candidates.size >= mostCandidates) this.#candidates.clear();
    this.#candidates.add(text);
    return undefined;
  }

  /** From now on the statement has another name, on all connections. */
  rename(text: string): void {
    if (this.#names.has(text)) this.#give(text);
  }

  #give(text: string): string {
    this.#given += 1;
    const name = `in_transaction_${this.#given}`;
    this.#names.set(text, name);
    return name;
  }
}

/** Members of the driver that its types don't declare. */
interface Inside {
  readonly connection: { readonly stream: Socket };
}

type Answer = pg.QueryResult<pg.QueryResultRow>;
/** Of a statement whose answer nobody waits for. */
const unanswered = { command: 'INSERT', rowCount: 0, rows: [] } as const;

/** A connection as Kysely uses it. */
class NamingClient {
  readonly #client: pg.PoolClient;
  readonly #names: Names;
  #isInTransaction = false;
  /** Statements that were sent and that nobody has waited for, and the error of the first that failed. */
  readonly #behind = new Set<Promise<void>>();
  #failed: Error | undefined;
  #isCorked = false;

  constructor(client: pg.PoolClient, names: Names) {
    this.#client = client;
    this.#names = names;
  }

  async query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    if (text === 'commit' || text === 'rollback') this.#isInTransaction = false;
    const begins = /^(begin|start transaction)\b/.test(text);
    const answer = this.#send(text, parameters);
    if (begins) {
      this.#isInTransaction = true;
      this.#failed = undefined;
    }
    if (begins || (this.#isInTransaction && isSentBehind(text))) {
      this.#leaveBehind(answer);
      return unanswered as unknown as PostgresQueryResult<Row>;
    }
    await answer.catch(() => undefined);
    await Promise.all(this.#behind);
    const failed = this.#failed;
    if (!this.#isInTransaction) this.#failed = undefined;
    // What followed it failed only because of it, and a commit rolled back.
    if (failed !== undefined && text !== 'rollback') throw failed;
    return (await answer) as unknown as PostgresQueryResult<Row>;
  }

  #leaveBehind(answer: Promise<unknown>): void {
    const settled: Promise<void> = answer.then(() => undefined, (error: unknown) => { this.#failed ??= error as Error; }).then(() => void this.#behind.delete(settled));
    this.#behind.add(settled);
  }

  release(): void {
    this.#isInTransaction = false;
    this.#client.release();
  }

  #send(text: string, parameters: readonly unknown[]): Promise<Answer> {
    this.#corkUntilNextTurn();
    const name = this.#isInTransaction && parameters.length > 0 ? this.#names.of(text) : undefined;
    return this.#client.query({ text, values: [...parameters], ...(name === undefined ? {} : { name }) }).catch((error: unknown) => {
      if ((error as { code?: unknown }).code === featureNotSupported) this.#names.rename(text);
      throw error;
    });
  }

  /** Statements of one turn of the event loop are one system call. */
  #corkUntilNextTurn(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { stream } = (this.#client as unknown as Inside).connection;
    stream.cork();
    setImmediate(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }
}

export function namingStatements(pool: pg.Pool): PostgresPool {
  const names = new Names();
  const clients = new WeakMap<pg.PoolClient, NamingClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const naming = clients.get(client) ?? new NamingClient(client, names);
      clients.set(client, naming);
      // Its other way to query is by a cursor, which nothing here does.
      return naming as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
  };
}
