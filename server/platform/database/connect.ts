import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { runningPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { EmbeddedDatabaseError } from './postgres-binaries.ts';
import { connectionSettings } from './socket-timeout.ts';

const databaseName = 'countersign';
const ownerLock = 4_017_263_003;
const regainEvery = 1000;
/** Milliseconds. After a crash of the database the server's lock is missing for a moment. */
const longestWithoutOwner = 4000;

export interface Connection {
  connectionString: string;
  close(): Promise<void>;
}

/** Connects to the installation's database: DATABASE_URL, or the embedded PostgreSQL in the data folder. */
export async function connectDatabase(settings: { databaseUrl: string | null; dataDir: string }): Promise<Connection> {
  if (settings.databaseUrl !== null) return { connectionString: settings.databaseUrl, close: async () => undefined };
  const postgres = await startEmbeddedPostgres({ folder: join(settings.dataDir, 'postgres') });
  const owner = await claimDataFolder(postgres, settings.dataDir);
  return {
    connectionString: postgres.connectionString(databaseName),
    close: async () => {
      await owner.release();
      await postgres.stop();
    },
  };
}

/**
 * For a command next to a server that may be running: uses the server's database, or starts one until the command
 * ends.
 */
export async function attachDatabase(settings: { databaseUrl: string | null; dataDir: string }): Promise<Connection> {
  const running = settings.databaseUrl === null ? runningPostgres(join(settings.dataDir, 'postgres')) : undefined;
  if (running === undefined || !(await isOwned(running))) return connectDatabase(settings);
  return { connectionString: running(databaseName), close: async () => undefined };
}

async function isOwned(connectionString: (database: string) => string): Promise<boolean> {
  const deadline = Date.now() + longestWithoutOwner;
  while (Date.now() < deadline) {
    if (await isLocked(connectionString).catch(() => false)) return true;
    await sleep(regainEvery);
  }
  return isLocked(connectionString);
}

async function isLocked(connectionString: (database: string) => string): Promise<boolean> {
  const client = new pg.Client({ connectionString: connectionString('postgres') });
  await client.connect();
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [ownerLock]);
    return rows[0]?.free !== true;
  } finally {
    await client.end();
  }
}

/**
 * Holds a lock for the lifetime of this server, so that a second server doesn't take its database for an orphan.
 * After a crash of the database the lock is taken again.
 */
async function claimDataFolder(postgres: EmbeddedPostgres, dataDir: string): Promise<{ release(): Promise<void> }> {
  const held = await lock(postgres);
  if (held === undefined) postgres.leave();
  if (held === undefined) throw new EmbeddedDatabaseError(`Another Countersign server is running on the data folder ${dataDir}. Stop it, or choose another folder with DATA_DIR.`);
  const existing = await held.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (existing.rowCount === 0) await held.query(`create database ${databaseName}`);
  let client: pg.Client | undefined = held;
  let retry: NodeJS.Timeout | undefined;
  let released = false;
  const regain = async (): Promise<void> => {
    client = await lock(postgres).catch(() => undefined);
    if (released) await client?.end();
    else if (client === undefined) again();
    else client.once('end', again);
  };
  const again = (): void => {
    if (!released) retry = setTimeout(() => void regain(), regainEvery);
  };
  held.once('end', again);
  return {
    release: async () => {
      released = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}

/** Returns undefined when another process holds the lock. */
async function lock(postgres: EmbeddedPostgres): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: postgres.connectionString('postgres'), ...connectionSettings });
  // A lost database is reported by the server's queries; the lock needs no report of its own.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [ownerLock]);
  if (rows[0]?.locked === true) return client;
  await client.end();
  return undefined;
}
