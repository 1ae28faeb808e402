/**
 * Backs up a running installation into a folder: a consistent snapshot of the database first, then all bodies.
 * Bodies never change, and none is deleted during a backup, so every body that the snapshot refers to is included. Those
 * that an earlier backup beside it has are linked.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { createBodyMeter } from '#server/adapters/storage/body-meter.ts';
import { FolderStorage } from '#server/adapters/storage/folder-storage.ts';
import { lockDeletion } from '#server/adapters/storage/deletion-lock.ts';
import { StorageError, type ObjectStorage } from '#server/adapters/storage/storage.ts';
import { backupWriter, type BackupWriter } from './backup-files.ts';
import { columnList, sequencesOf, tableName, tablesOf, type Table } from './catalog.ts';
import { earlierBodies, noEarlierBodies, type EarlierBodies } from './earlier-bodies.ts';
import { backupFormat, BackupError, bodiesIn, bodyListIn, keyIn, manifestIn, rowsIn, type BodyEntry, type Manifest, type TableEntry } from './manifest.ts';

export interface BackupSource {
  pool: pg.Pool;
  storage: Pick<ObjectStorage, 'holdings' | 'read'>;
  /** Path of the key file, if the key is stored in one. */
  keyFile: string | null;
  /** Recipient of the encryption (`age1…`); the backup is unencrypted without one. */
  recipient?: string | undefined;
  /** Called if the backup has to wait for bodies that are being removed. */
  onWait?: () => void;
  /** Ends the backup with an error, for instance because the node stops. */
  signal?: AbortSignal | undefined;
}

const rowsAtOnce = 500;

export async function backUp({ pool, storage, keyFile, recipient, onWait, signal }: BackupSource, folder: string): Promise<Manifest> {
  const files = backupWriter(recipient ?? null);
  if (existsSync(folder) && (await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty. Name a new folder for each backup.`);
  await mkdir(join(folder, 'database'), { recursive: true, mode: 0o700 });
  const { database, bodies } = await copyAll(pool, storage, { files, folder, earlier: recipient === undefined ? await earlierBodies(folder) : noEarlierBodies, onWait, signal });
  const hasKey = keyFile !== null && existsSync(keyFile);
  if (hasKey) await files.write(keyIn(folder), createReadStream(keyFile));
  const manifest: Manifest = { format: backupFormat, madeAt: new Date().toISOString(), ...database, bodies, hasKey };
  await files.write(manifestIn(folder), Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]));
  return manifest;
}

interface Target {
  files: BackupWriter;
  folder: string;
  earlier: EarlierBodies;
  onWait: (() => void) | undefined;
  signal: AbortSignal | undefined;
}

/** Fails if the deletion lock was lost meanwhile: then a body that the database refers to may be missing. */
async function copyAll(pool: pg.Pool, storage: Pick<ObjectStorage, 'holdings' | 'read'>, target: Target) {
  const hold = await lockDeletion(pool, target.onWait);
  try {
    return { database: await dump(pool, target), bodies: await copyBodies(storage, target) };
  } finally {
    await hold.release();
  }
}

async function dump(pool: pg.Pool, target: Target): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    const { rows: migrations } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations order by name');
    const tables: TableEntry[] = [];
    for (const table of await tablesOf(client)) tables.push(await dumpTable(client, table, target));
    return { migrations, tables, sequences: await sequencesOf(client) };
  } finally {
    // A read-only transaction needs no rollback; closing the connection ends it.
    client.release(true);
  }
}

async function dumpTable(client: pg.ClientBase, table: Table, { files, folder, signal }: Target): Promise<TableEntry> {
  const hash = createHash('sha256');
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    await client.query(`declare dumped no scroll cursor for select row_to_json(t)::text as line from (select ${columnList(table.columns)} from ${tableName(table)}) t`);
    for (;;) {
      signal?.throwIfAborted();
      const { rows: found } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from dumped`);
      if (found.length === 0) break;
      rows += found.length;
      const text = found.map(({ line }) => `${line}\n`).join('');
      hash.update(text);
      yield text;
    }
    await client.query('close dumped');
  }
  const lined = Readable.from(lines());
  const packed = createGzip();
  lined.on('error', (error) => packed.destroy(error));
  await files.write(rowsIn(folder, table), lined.pipe(packed));
  return { ...table, rows, hash: hash.digest('hex') };
}

async function copyBodies(storage: Pick<ObjectStorage, 'holdings' | 'read'>, target: Target): Promise<Manifest['bodies']> {
  const copies = new FolderStorage(bodiesIn(target.folder));
  const totals = { count: 0, bytes: 0, copied: 0 };
  async function* entries(): AsyncGenerator<Buffer> {
    for await (const { ref, size } of storage.holdings()) {
      target.signal?.throwIfAborted();
      const earlier = await target.earlier.take(ref, size);
      const entry = earlier ?? (await copyBody(storage, copies, target, ref));
      if (entry === null) continue;
      totals.count += 1;
      totals.bytes += entry.size;
      if (earlier === null) totals.copied += entry.size;
      yield Buffer.from(`${JSON.stringify(entry)}\n`);
    }
  }
  await target.files.write(bodyListIn(target.folder), entries());
  return totals;
}

async function copyBody(storage: Pick<ObjectStorage, 'read'>, copies: FolderStorage, { files }: Target, ref: string): Promise<BodyEntry | null> {
  const body = await readIfThere(storage, ref);
  if (body === null) return null;
  const meter = createBodyMeter(Infinity);
  await copies.write(ref, files.sealed(meter.pass(body)), { maxSize: Infinity });
  const { size, hash } = meter.result();
  return { ref, size, hash };
}

/**
 * Returns null for a body that was removed meanwhile: a refused upload, such as a file of the wrong type, is
 * removed at once and nothing in the database refers to it.
 */
async function readIfThere(storage: Pick<ObjectStorage, 'read'>, ref: string): Promise<AsyncIterable<Uint8Array> | null> {
  try {
    return (await storage.read(ref)) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof StorageError && error.code === 'missing') return null;
    throw error;
  }
}
