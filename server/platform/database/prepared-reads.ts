/**
 * Frequent reads over a few dedicated, pipelined connections.
 *
 * Each statement is prepared once per connection with a generic plan. With custom plans PostgreSQL would plan it
 * again for each call, which takes many times as long as an index look-up. Hence only statements with constant text
 * and an index for every condition belong here; a list of keys is passed as one array.
 *
 * Queries issued in the same turn of the event loop are sent together, without waiting for earlier results.
 */
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import type pg from 'pg';
import { PipelinedConnection } from './pipelined-connection.ts';

/** Few, so that many queries share a connection; more than one, so that a slow query delays few others. */
const connectionCount = 4;

/** What the connections are doing. */
export interface ReadUse {
  /** Connections without a query, and with some. */
  idle: number;
  busy: number;
  /** Queries that wait for their answer, on all of them. */
  queries: number;
}

interface PreparedReads<Schema> {
  db: Kysely<Schema>;
  use(): ReadUse;
}

/** `timeoutMs`: milliseconds without an answer, after which a connection is closed. */
export function openPreparedReads<Schema>(config: pg.ClientConfig, onIdleError: (error: Error) => void, timeoutMs: number): PreparedReads<Schema> {
  const connections = Array.from({ length: connectionCount }, () => new PipelinedConnection(config, onIdleError, timeoutMs));
  const driver = new ReadDriver(connections);
  const db = new Kysely<Schema>({
    dialect: { 
      createDriver: () => driver, createAdapter: () => new PostgresAdapter(), createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    },
  });
  return { db, use: () => useOf(connections) };
}

function useOf(connections: readonly PipelinedConnection[]): ReadUse {
  const busy = connections.filter(({ waiting }) => waiting > 0).length;
  return { idle: connections.length - busy, busy, queries: connections.reduce((sum, { waiting }) => sum + waiting, 0) };
}

const refuse = async (): Promise<never> => {
  throw new Error('These connections are for single reads: a transaction takes one of the others');
};

class ReadDriver implements Driver {
  readonly #connections: readonly PipelinedConnection[];
  readonly beginTransaction = refuse;
  readonly commitTransaction = refuse;
  readonly rollbackTransaction = refuse;

  constructor(all: readonly PipelinedConnection[]) {
    this.#connections = all;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => ({ rows: await this.#leastBusy().query<Row>(sql, parameters) }),
      streamQuery: () => { throw new Error('Nothing is streamed here'); },
    };
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  #leastBusy(): PipelinedConnection {
    return this.#connections.reduce((best, each) => (each.load < best.load ? each : best));
  }
}
