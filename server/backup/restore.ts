/** Restores a backup into an empty installation: the database in one transaction, every body with its hash verified. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { migrateUp, migrationsFolder, readMigrations } from '#server/platform/database/migrations.ts';
import { FolderStorage } from '#server/adapters/storage/folder-storage.ts';
import { StorageError, type ObjectStorage } from '#server/adapters/storage/storage.ts';
import { migrateJobs } from '#server/jobs/jobs.ts';
import { backupReader } from './backup-files.ts';
import { columnList, nameOf, tableName, tablesOf, type Table } from './catalog.ts';
import { linesOf } from './lines.ts';
import { asBuffers, readManifest, unpacked, type Source } from './reading.ts';
import { BackupError, bodiesIn, bodyEntry, bodyListIn, keyIn, rowsIn, type Manifest, type TableEntry } from './manifest.ts';

interface RestoreTarget {
  pool: pg.Pool;
  storage: Pick<ObjectStorage, 'write'>;
  keyFile: string | null;
  /** File with the age identity that decrypts the backup. */
  identityFile?: string | undefined;
}

const rowsAtOnce = 500;
/**
 * Tables that are emptied after the restore. A session may have ended since the backup was made, so people and
 * applications must authenticate again.
 */
const ofSignIns = ['oidc_records', 'application_tokens', 'event_tickets'];

export async function restore({ pool, storage, keyFile, identityFile }: RestoreTarget, folder: string): Promise<Manifest> {
  const files = await backupReader(folder, identityFile ?? null);
  const source: Source = { files, folder };
  const manifest = await readManifest(source);
  await assertKnown(manifest);
  await bringKey(source, manifest, keyFile);
  await migrateJobs(pool);
  await migrateUp(pool, migrationsFolder, manifest.migrations.map(({ name }) => name));
  await bringBodies(storage, source, manifest);
  await bringRows(pool, source, manifest);
  // Migrates a backup of an older version to this one.
  await migrateUp(pool);
  return manifest;
}

async function assertKnown({ migrations }: Manifest): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]));
  const foreign = migrations.filter(({ name, checksum }) => known.get(name) !== checksum);
  if (foreign.length > 0) throw new BackupError(`The backup was made by a newer version of Countersign: this one does not know ${foreign.map(({ name }) => name).join(', ')}.`);
}

/** Restores the key, without which the sealed data can't be read. Never overwrites a different key. */
async function bringKey({ files, folder }: Source, { hasKey }: Manifest, keyFile: string | null): Promise<void> {
  if (!hasKey || keyFile === null) return;
  const key = await buffer(files.read(keyIn(folder)));
  if (!existsSync(keyFile)) {
    await mkdir(dirname(keyFile), { recursive: true, mode: 0o700 });
    return writeFile(keyFile, key, { mode: 0o600, flag: 'wx', flush: true });
  }
  const same = (await readFile(keyFile)).equals(key);
  if (!same) throw new BackupError(`${keyFile} is another key than the backup's. Restore into an empty data folder.`);
}

async function bringBodies(storage: Pick<ObjectStorage, 'write'>, { files, folder }: Source, { bodies }: Manifest): Promise<void> {
  const copies = new FolderStorage(bodiesIn(folder));
  let count = 0;
  for await (const line of linesOf(asBuffers(files.read(bodyListIn(folder))))) {
    const { ref, hash } = bodyEntry.parse(JSON.parse(line));
    const found = await writeOnce(storage, ref, files.opened((await copies.read(ref)) as AsyncIterable<Uint8Array>));
    if (found !== null && found !== hash) throw new BackupError(`Body ${ref} is not what was saved: its hash differs. The backup is damaged.`);
    count += 1;
  }
  if (count !== bodies.count) throw new BackupError(`The backup names ${bodies.count} bodies, and ${count} are there. It is damaged.`);
}

/**
 * Skips bodies that exist already, so that an interrupted restore can be repeated. Bodies are written atomically
 * under unique names.
 */
async function writeOnce(storage: Pick<ObjectStorage, 'write'>, ref: string, stream: AsyncIterable<Uint8Array>): Promise<string | null> {
  try {
    return (await storage.write(ref, stream, { maxSize: Infinity })).hash;
  } catch (error) {
    if (error instanceof StorageError && error.code === 'already_exists') return null;
    throw error;
  }
}

async function bringRows(pool: pg.Pool, source: Source, manifest: Manifest): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const tables = await tablesOf(client);
    await assertEmpty(client, tables);
    for (const table of tables) {
      const saved = manifest.tables.find((each) => nameOf(each) === nameOf(table));
      if (saved) await bringTable(client, source, table, saved);
    }
    for (const { schema, name, value } of manifest.sequences) await client.query('select setval(format(\'%I.%I\', $1::text, $2::text)::regclass, $3::bigint)', [schema, name, value]);
    await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_by is not null');
    await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_by is not null');
    for (const table of tables) if (table.schema === 'public' && ofSignIns.includes(table.name)) await client.query(`delete from ${tableName(table)}`);
    await client.query('set constraints all immediate').catch(asDamage);
    await client.query('commit');
    await client.query('analyze');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Throws `BackupError` unless the product's tables are empty. The migrations fill name tables of the job queue;
 * these are cleared.
 */
async function assertEmpty(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    const { rows: [found] } = await client.query<{ any: boolean }>(`select exists (select 1 from ${tableName(table)}) as any`);
    if (found?.any === true && table.schema === 'public') throw new BackupError(`The database is not empty (${nameOf(table)}). Restore into a new one, so that nothing is overwritten.`);
    if (found?.any === true) await client.query(`delete from ${tableName(table)}`);
  }
}

async function bringTable(client: pg.ClientBase, { files, folder }: Source, table: Table, saved: TableEntry): Promise<void> {
  const columns = columnList(table.columns.filter((column) => saved.columns.includes(column)));
  const insert = `insert into ${tableName(table)} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${tableName(table)}, $1::json)`;
  const hash = createHash('sha256');
  let waiting: string[] = [];
  let rows = 0;
  const write = async (): Promise<void> => {
    if (waiting.length > 0) await insertRows(client, table, insert, waiting);
    waiting = [];
  };
  // The triggers already ran when the rows were first written: events, for example, have their numbers.
  await client.query(`alter table ${tableName(table)} disable trigger user`);
  for await (const line of linesOf(unpacked(files.read(rowsIn(folder, table))))) {
    hash.update(`${line}\n`);
    waiting.push(line);
    rows += 1;
    if (waiting.length >= rowsAtOnce) await write();
  }
  await write();
  // Rows may refer to later ones of the same table. Triggers can't be enabled while such a check is pending.
  await client.query('set constraints all immediate').catch(asDamage);
  await client.query('set constraints all deferred');
  await client.query(`alter table ${tableName(table)} enable trigger user`);
  if (rows !== saved.rows || hash.digest('hex') !== saved.hash) throw new BackupError(`The rows of ${nameOf(table)} are not what was saved. The backup is damaged.`);
}

/** On failure names the row: the error of the database tells only what it refers to. */
async function insertRows(client: pg.ClientBase, table: Table, insert: string, lines: readonly string[]): Promise<void> {
  await client.query('savepoint portion');
  try {
    await client.query(insert, [`[${lines.join(',')}]`]);
  } catch (cause) {
    await client.query('rollback to savepoint portion');
    for (const line of lines) await insertOne(client, table, insert, line);
    throw cause;
  }
  await client.query('release savepoint portion');
}

async function insertOne(client: pg.ClientBase, table: Table, insert: string, line: string): Promise<void> {
  try {
    await client.query(insert, [`[${line}]`]);
  } catch (cause) {
    await client.query('rollback to savepoint portion');
    const { message, detail } = cause as { message: string; detail?: string };
    throw new BackupError(`Row ${await keyOf(client, table, line)} of ${nameOf(table)} can't be restored: ${message}${detail === undefined ? '' : ` (${detail})`}. Nothing was restored.`, { cause });
  }
}

/** A constraint that is checked at the end names its table and the value that is missing. */
function asDamage(cause: Error & { table?: string; detail?: string }): never {
  throw new BackupError(`A row of ${cause.table ?? 'the database'} can't be restored: ${cause.message}${cause.detail === undefined ? '' : ` (${cause.detail})`}. Nothing was restored.`, { cause });
}

/** The primary key of a row; the beginning of a row that can't be read. */
async function keyOf(client: pg.ClientBase, table: Table, line: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey::int2[]) where indrelid = $1::regclass and indisprimary order by attnum`, [tableName(table)]);
  try {
    const row = JSON.parse(line) as Record<string, unknown>;
    return rows.map(({ name }) => `${name}=${String(row[name])}`).join(', ') || line.slice(0, 80);
  } catch {
    return line.slice(0, 80);
  }
}
