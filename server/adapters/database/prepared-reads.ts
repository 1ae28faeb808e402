/**
 * Reads that most calls begin with or consist of, over a few connections of their own.
 *
 * Each statement is planned once a connection, without its values: otherwise PostgreSQL weighs anew, for each call, whether a plan
 * for these values would be better, which takes it many times what a look-up by an index does. So only that is read here which has
 * the same text for everybody and an index for every condition: a list of keys goes in as one array.
 *
 * What is asked for in the same turn of the event loop goes out together, without waiting for the answers before it.
 */
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import type pg from 'pg';
import { Line } from './line.ts';

/** Few, so that much goes out together; more than one, so that what is slow holds up few. */
const lines = 4;

/** `patience`: milliseconds without any answer, after which a connection is given up. */
export function openPreparedReads<Schema>(config: pg.ClientConfig, onIdleError: (error: Error) => void, patience: number): Kysely<Schema> {
  const driver = new ReadDriver(Array.from({ length: lines }, () => new Line(config, onIdleError, patience)));
  return new Kysely<Schema>({
    dialect: { 
      createDriver: () => driver, createAdapter: () => new PostgresAdapter(), createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  });
}

const refuse = async (): Promise<never> => {
  throw new Error('These connections are for single reads: a transaction takes one of the others');
};

class ReadDriver implements Driver {
  readonly #lines: readonly Line[];
  readonly beginTransaction = refuse;
  readonly commitTransaction = refuse;
  readonly rollbackTransaction = refuse;

  constructor(all: readonly Line[]) {
    this.#lines = all;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => ({ rows: await this.#leastBusy().ask<Row>(sql, parameters) }),
      streamQuery: () => { throw new Error('Nothing is streamed here'); },
    };
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await Promise.all(this.#lines.map((line) => line.close()));
  }

  #leastBusy(): Line {
    return this.#lines.reduce((best, line) => (line.load < best.load ? line : best));
  }
}
