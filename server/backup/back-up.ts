/**
 * Everything of an installation into one folder, while it works: the database as it was at one moment, then every body.
 * Bodies never change, and none is removed while a backup runs, so what the database names is there.
 */
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { FolderStorage } from '#server/adapters/storage/folder-storage.ts';
import { holdBodies } from '#server/adapters/storage/hold-bodies.ts';
import { StorageError, type Storage } from '#server/adapters/storage/storage.ts';
import { columnList, sequencesOf, tableName, tablesOf, type Table } from './catalog.ts';
import { backupFormat, BackupError, bodiesIn, bodyListIn, keyIn, manifestIn, rowsIn, type Manifest, type TableEntry } from './manifest.ts';

export interface BackupSource {
  pool: pg.Pool;
  storage: Storage;
  /** The key file, where the key is kept in one. */
  keyFile: string | null;
}

const rowsAtOnce = 500;

export async function backUp({ pool, storage, keyFile }: BackupSource, folder: string): Promise<Manifest> {
  if (existsSync(folder) && (await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty. Name a new folder for each backup.`);
  await mkdir(join(folder, 'database'), { recursive: true, mode: 0o700 });
  const { database, bodies } = await copyAll(pool, storage, folder);
  const hasKey = keyFile !== null && existsSync(keyFile);
  if (hasKey) await copyFile(keyFile, keyIn(folder));
  const manifest: Manifest = { format: backupFormat, madeAt: new Date().toISOString(), ...database, bodies, hasKey };
  await writeLast(manifestIn(folder), JSON.stringify(manifest, null, 1));
  return manifest;
}

/** Fails where the bodies were not held to the end: then one that the database names may be missing. */
async function copyAll(pool: pg.Pool, storage: Storage, folder: string) {
  const hold = await holdBodies(pool);
  try {
    return { database: await dump(pool, folder), bodies: await copyBodies(storage, folder) };
  } finally {
    await hold.release();
  }
}

async function dump(pool: pg.Pool, folder: string): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    const { rows: migrations } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations order by name');
    const tables: TableEntry[] = [];
    for (const table of await tablesOf(client)) tables.push(await dumpTable(client, table, folder));
    return { migrations, tables, sequences: await sequencesOf(client) };
  } finally {
    // The transaction has read only: closing its connection ends it.
    client.release(true);
  }
}

async function dumpTable(client: pg.ClientBase, table: Table, folder: string): Promise<TableEntry> {
  const hash = createHash('sha256');
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    await client.query(`declare dumped no scroll cursor for select row_to_json(t)::text as line from (select ${columnList(table.columns)} from ${tableName(table)}) t`);
    for (;;) {
      const { rows: found } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from dumped`);
      if (found.length === 0) break;
      rows += found.length;
      const text = found.map(({ line }) => `${line}\n`).join('');
      hash.update(text);
      yield text;
    }
    await client.query('close dumped');
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(rowsIn(folder, table), { mode: 0o600, flush: true }));
  return { ...table, rows, hash: hash.digest('hex') };
}

async function copyBodies(storage: Storage, folder: string): Promise<Manifest['bodies']> {
  const copies = new FolderStorage(bodiesIn(folder));
  const list = await open(bodyListIn(folder), 'wx', 0o600);
  let count = 0;
  let bytes = 0;
  try {
    for await (const { ref } of storage.holdings()) {
      const body = await readIfThere(storage, ref);
      if (body === null) continue;
      const { size, hash } = await copies.write(ref, body, { maxSize: Infinity });
      await list.writeFile(`${JSON.stringify({ ref, size, hash })}\n`);
      count += 1;
      bytes += size;
    }
    await list.sync();
  } finally {
    await list.close();
  }
  return { count, bytes };
}

/** What is refused as it comes in, a file of the wrong type, is removed at once: nothing in the database names it. */
async function readIfThere(storage: Storage, ref: string): Promise<AsyncIterable<Uint8Array> | null> {
  try {
    return (await storage.read(ref)) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof StorageError && error.code === 'missing') return null;
    throw error;
  }
}

async function writeLast(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text, { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
}
