/** Reads of a transaction that don't depend on each other: sent together, without waiting for each other's answers. */
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type Dialect, type Driver } from 'kysely';
import type { Db, Schema, Tx } from './database.ts';

const refuse = async (): Promise<never> => {
  throw new Error('These statements belong to a transaction that somebody else has begun');
};
const driver: Driver = { init: async () => undefined, acquireConnection: refuse, beginTransaction: refuse, commitTransaction: refuse, rollbackTransaction: refuse, releaseConnection: async () => undefined, destroy: async () => undefined };
const dialect: Dialect = {
  createDriver: () => driver, createAdapter: () => new PostgresAdapter(), createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (kysely) => new PostgresIntrospector(kysely),
};

/** `work` starts all of them before it waits for any. Outside of a transaction they have connections of their own anyway. */
export function atOnce<Result>(db: Db | Tx, work: (db: Db) => Promise<Result>): Promise<Result> {
  if (!db.isTransaction) return work(db);
  const executor = db.getExecutor();
  return executor.provideConnection((connection) =>
    work(new Kysely<Schema>({ config: { dialect }, driver, dialect, executor: executor.withConnectionProvider({ provideConnection: (use) => use(connection) }) })));
}
