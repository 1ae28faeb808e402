import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { openPreparedReads } from './prepared-reads.ts';
import { breakWhenSilent, watched } from './silence.ts';
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
/** What a state change is written through: state, insight, event, mail and job in one of these, or none of them. */
export type Tx = Transaction<Schema>;

export interface Database {
  readonly db: Db;
  /** The same, for what most calls read (`prepared-reads.ts`). */
  readonly reads: Db;
  /** For what needs a connection of its own: LISTEN, advisory locks, the job worker. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** How long a question may wait for its answer, in milliseconds: a look-up, and a change, which may wait for others. */
export interface Patience {
  read: number;
  change: number;
}
/** Who waits longer is told that the database is away. */
const ofServer: Patience = { read: 15_000, change: 2 * 60_000 };
/** A node that froze in the middle of a change holds nobody up for longer; the longest check within one is a minute. */
const frozenLimit = 5 * 60_000;

/** Connects lazily: nothing is sent before the first query. */
export function openDatabase(connectionString: string, onIdleError: (error: Error) => void, patience = ofServer): Database {
  const config = { connectionString, ...watched, idle_in_transaction_session_timeout: frozenLimit };
  // Six of them listen or hold a lock as long as the node lives.
  const pool = new pg.Pool({ ...config, max: 22, idleTimeoutMillis: 30_000 });
  // A connection that breaks while nobody uses it (the database restarts) must not end the process.
  let closing = false;
  const report = (error: Error): void => {
    if (!closing) onIdleError(error);
  };
  pool.on('error', report);
  pool.on('connect', (client) => {
    client.on('error', report);
    breakWhenSilent(client, patience.change);
  });
  const reads = openPreparedReads<Schema>(config, report, patience.read);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    reads,
    pool,
    close: async () => {
      closing = true;
      await Promise.all([db.destroy(), reads.destroy()]);
      // What was never asked by itself does not end the pool that others took connections of.
      if (!pool.ending) await pool.end();
    },
  };
}
