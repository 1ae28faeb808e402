/**
 * Statements of transactions under names: PostgreSQL parses and plans each once a connection, not each time it is sent.
 * They find rows by their keys, so a plan for any parameters suits them all. Lists are planned for each person.
 */
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

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

/** A connection as Kysely uses it. */
class NamingClient {
  readonly #client: pg.PoolClient;
  readonly #names: Names;
  #isInTransaction = false;

  constructor(client: pg.PoolClient, names: Names) {
    this.#client = client;
    this.#names = names;
  }

  async query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    if (text === 'commit' || text === 'rollback') this.#isInTransaction = false;
    const name = this.#isInTransaction && parameters.length > 0 ? this.#names.of(text) : undefined;
    const answer = await this.#client.query({ text, values: [...parameters], ...(name === undefined ? {} : { name }) }).catch((error: unknown) => {
      if ((error as { code?: unknown }).code === featureNotSupported) this.#names.rename(text);
      throw error;
    });
    if (/^(begin|start transaction)\b/.test(text)) this.#isInTransaction = true;
    return answer as unknown as PostgresQueryResult<Row>;
  }

  release(): void {
    this.#isInTransaction = false;
    this.#client.release();
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
