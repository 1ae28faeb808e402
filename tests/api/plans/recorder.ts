/** Records the statements that a function sends, and takes back what it changed. */
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Db, Schema, Tx } from '#server/platform/database/database.ts';

export interface Recorder {
  /** Statements whose execution failed count too: they have a plan. */
  statementsOf(work: (tx: Tx) => unknown): Promise<CompiledQuery[]>;
  close(): Promise<void>;
}

class RolledBack extends Error {}

export function openRecorder(connectionString: string): Recorder {
  let statements: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 1 }) });
  const db: Db = new Kysely<Schema>({ dialect, log: ({ query }) => void statements.push(query) });
  return {
    statementsOf: async (work) => {
      statements = [];
      await db.transaction().execute(async (tx) => {
        await Promise.resolve(work(tx)).catch(() => undefined);
        throw new RolledBack();
      }).catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
      return statements.filter(({ sql }) => !/^(begin|rollback|start transaction)$/.test(sql));
    },
    close: () => db.destroy(),
  };
}
