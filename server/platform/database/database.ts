import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { namingStatements } from './named-statements.ts';
import { openPreparedReads, type ReadUse } from './prepared-reads.ts';
import { setSocketTimeout, connectionSettings } from './socket-timeout.ts';
import type { BillingTables } from './tables/billing.tables.ts';
import type { CloudTables } from './tables/cloud.tables.ts';
import type { DocumentTables } from './tables/documents.tables.ts';
import type { IdentityCheckTables } from './tables/identity-checks.tables.ts';
import type { IdentityTables } from './tables/identity.tables.ts';
import type { OperationsTables } from './tables/operations.tables.ts';
import type { OrganizationTables } from './tables/organizations.tables.ts';
import type { SignInTables } from './tables/sign-in.tables.ts';

export interface Schema
  extends IdentityTables, DocumentTables, OrganizationTables, SignInTables, BillingTables, OperationsTables, IdentityCheckTables, CloudTables {}

export type Db = Kysely<Schema>;
/** A transaction for state changes: state, history, event, mail and job are written together or not at all. */
export type Tx = Transaction<Schema>;

export interface Database {
  readonly connectionString: string;
  readonly db: Db;
  /** The same schema, over the pipelined connections for frequent reads (`prepared-reads.ts`). */
  readonly reads: Db;
  readUse(): ReadUse;
  /** For features that need a dedicated connection: LISTEN, advisory locks, the job worker. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Time limits for an answer, in milliseconds: of reads, and of changes, which may wait for locks. */
export interface QueryTimeouts {
  read: number;
  change: number;
}
/** Beyond these limits the database counts as unavailable. */
const serverTimeouts: QueryTimeouts = { read: 15_000, change: 2 * 60_000 };
/**
 * Milliseconds that a frozen node's transaction can hold its locks. The longest check within a transaction takes a
 * minute.
 */
const frozenLimit = 5 * 60_000;

/** Opens the database lazily: no connection is made before the first query. */
export function openDatabase(connectionString: string, onIdleError: (error: Error) => void, timeouts = serverTimeouts): Database {
  const config = { connectionString, ...connectionSettings, idle_in_transaction_session_timeout: frozenLimit };
  // Seven of these connections are held for the lifetime of the node, for LISTEN and locks.
  const pool = new pg.Pool({ ...config, max: 23, idleTimeoutMillis: 30_000 });
  // An idle connection that breaks, for example when the database restarts, must not terminate the process.
  let closing = false;
  const report = (error: Error): void => {
    if (!closing) onIdleError(error);
  };
  pool.on('error', report);
  pool.on('connect', (client) => {
    client.on('error', report);
    setSocketTimeout(client, timeouts.change);
  });
  const reads = openPreparedReads<Schema>(config, report, timeouts.read);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: namingStatements(pool) }) });
  return {
    connectionString,
    db,
    reads: reads.db,
    readUse: reads.use,
    pool,
    close: async () => {
      closing = true;
      await Promise.all([db.destroy(), reads.db.destroy()]);
      // Kysely ends the pool only if it was used; connections may also have been taken from the pool directly.
      if (!pool.ending) await pool.end();
    },
  };
}
