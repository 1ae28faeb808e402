/**
 * Numbered migrations, up and down. Each runs in one transaction and is recorded with the checksum of its text; one that states
 * it runs outside (`online-migrations.ts`). A migration that was changed after it ran is refused, because the schema
 * would no longer match the files. Nodes that start at the same time wait for each other.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isOutsideTransaction, runStatement, statementsOf } from './online-migrations.ts';
import { disableSocketTimeout } from './socket-timeout.ts';

export const migrationsFolder = join(import.meta.dirname, '../../migrations');

const lockKey = 4_017_263_001;
/** Milliseconds between attempts at the lock. */
const lockEvery = 200;
const fileName = /^(\d{3}_[a-z0-9_]+)\.(up|down)\.sql$/;

interface Migration {
  name: string;
  up: string;
  down: string;
  checksum: string;
}

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const found = new Map<string, { up?: string; down?: string }>();
  for (const file of (await readdir(folder)).sort()) {
    const [, name, direction] = fileName.exec(file) ?? [];
    if (name === undefined || direction === undefined) continue;
    const text = await readFile(join(folder, file), 'utf8');
    found.set(name, { ...found.get(name), [direction]: text });
  }
  return [...found].map(([name, { up, down }]) => {
    if (up === undefined || down === undefined) throw new MigrationError(`Migration ${name} needs both an up and a down file.`);
    return { name, up, down, checksum: createHash('sha256').update(up).digest('hex') };
  });
}

/**
 * Applies pending migrations, or only those named in `only`; returns the names of those applied. Throws
 * `MigrationError` for a changed migration, and when a newer version has migrated the database: this version may
 * write what that one no longer reads.
 */
export function migrateUp(pool: pg.Pool, folder = migrationsFolder, only?: readonly string[]): Promise<string[]> {
  return underLock(pool, async (client) => {
    const done = await appliedMigrations(client);
    const known = await readMigrations(folder);
    const later = unknownAmong(done, known);
    if (later.length > 0) throw new MigrationError(`The database belongs to a newer version of Countersign, which has migrated it: ${later.join(', ')}. Start that version, or revert its migrations with it (\`migrate down ${later.length}\`).`);
    const ran: string[] = [];
    for (const migration of known) {
      if (only !== undefined && !only.includes(migration.name)) continue;
      const checksum = done.get(migration.name);
      if (checksum === migration.checksum) continue;
      if (checksum !== undefined) throw new MigrationError(`Migration ${migration.name} was changed after it ran on this database. Restore the file, or start with an empty database.`);
      await run(client, migration, 'up', () =>
        client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [migration.name, migration.checksum]));
      ran.push(migration.name);
    }
    return ran;
  });
}

/**
 * Reverts the newest `count` migrations; returns their names. Throws `MigrationError` when a newer version has
 * migrated the database.
 */
export function migrateDown(pool: pg.Pool, count: number, folder = migrationsFolder): Promise<string[]> {
  return underLock(pool, async (client) => {
    const done = await appliedMigrations(client);
    const known = await readMigrations(folder);
    const later = unknownAmong(done, known);
    if (later.length > 0) throw new MigrationError(`The database was brought further by a newer version of Countersign: ${later.join(', ')}. Take those back with that version.`);
    const newest = known.filter((migration) => done.has(migration.name)).reverse().slice(0, count);
    for (const migration of newest) {
      await run(client, migration, 'down', () => client.query('delete from schema_migrations where name = $1', [migration.name]));
    }
    return newest.map((migration) => migration.name);
  });
}

/** Migrations that the database has and this version doesn't know: a newer version has run. */
export const unknownAmong = (done: ReadonlyMap<string, string>, known: readonly Pick<Migration, 'name'>[]): string[] =>
  [...done.keys()].filter((name) => known.every((migration) => migration.name !== name)).sort();

/** Returns the checksums of the applied migrations by name. */
export async function appliedMigrations(client: pg.PoolClient | pg.Pool): Promise<Map<string, string>> {
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations');
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function underLock<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    // No time limit: a table may be large, and another node may hold the lock.
    disableSocketTimeout(client);
    await takeLock(client);
    return await work(client);
  } finally {
    // Closing the connection releases the lock, whatever state it is in.
    client.release(true);
  }
}

/** Not by a statement that waits: an index that is built concurrently waits for the end of every statement. */
async function takeLock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows: [row] } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey]);
    if (row?.taken === true) return;
    await sleep(lockEvery);
  }
}

async function run(client: pg.PoolClient, migration: Migration, direction: 'up' | 'down', record: () => Promise<unknown>): Promise<void> {
  const text = migration[direction];
  if (!isOutsideTransaction(text)) {
    await inTransaction(client, async () => {
      await client.query(text);
      await record();
    });
    return;
  }
  for (const statement of statementsOf(migration.name, text)) await runStatement(client, statement);
  await record();
}

async function inTransaction(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
