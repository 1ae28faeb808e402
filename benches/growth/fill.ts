/**
 * Fills a migrated, empty database with rows as the server writes them, set by set: the same rows for the same number of
 * transactions. Each transaction has one file of up to four versions, about two recipients and signings, and six lines of
 * history. No bodies lie in the storage.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/** Also `user1`, who owns 5 %, and `user2`, the administrator of an organization that owns 20 %. */
export const addressOf = (user: number): string => `user${user}@corp.example`;
/** Three people who own 400 transactions each, whatever the size. */
export const leavers = [1998, 1999, 2000] as const;
const ofEachLeaver = 400;

const portion = 50_000;
const searched = ['transaction_texts', 'file_texts'];
/** Tables with more rows than people. */
const large = ['transactions', 'transaction_files', 'files', 'file_versions', 'recipients', 'carbon_copies', 'signings', 'uploads', 'insights', 'mails', 'events', 'storage_bodies'];

export interface FillOptions {
  /** At least 10,000, a multiple of 400. */
  transactions: number;
  /** Uploads that were used, as versions before this one left them. */
  usedUploads?: boolean;
}

/** Needs a superuser: foreign keys and triggers rest while it runs. */
export async function fill(client: pg.ClientBase, { transactions: total, usedUploads = false }: FillOptions): Promise<void> {
  if (total < 25 * ofEachLeaver || total % ofEachLeaver !== 0) throw new Error(`${total} is not a multiple of ${ofEachLeaver}, or too few`);
  const values = { total, guests: total / 5, everyLeaver: total / ofEachLeaver, uploads: usedUploads };
  await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '128MB'; set maintenance_work_mem = '512MB'`);
  const indexes = await dropIndexes(client, large);
  const indexesOfTexts = await dropIndexes(client, searched);
  await run(client, ['people'], values);
  for (let from = 0; from < total; from += portion) {
    await run(client, ['transactions', 'history', 'messages'], { ...values, from, to: Math.min(total, from + portion) });
  }
  for (const index of indexes) await client.query(index);
  await run(client, ['counters', 'texts'], values);
  for (const index of indexesOfTexts) await client.query(index);
  await client.query('reset session_replication_role; reset synchronous_commit; reset work_mem; reset maintenance_work_mem');
  await client.query('vacuum analyze');
}

/** The statements of a file are one database transaction. */
async function run(client: pg.ClientBase, files: readonly string[], values: Readonly<Record<string, number | boolean>>): Promise<void> {
  const text = files.map((file) => readFileSync(join(import.meta.dirname, `${file}.sql`), 'utf8')).join('\n');
  await client.query(text.replace(/(?<![:\w]):([a-z]\w*)/gi, (whole, name: string) => (name in values ? String(values[name]) : whole)));
}

/** Built once at the end, an index takes a fraction of the time. Returns the statements that bring them back. */
async function dropIndexes(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid::regclass::text = any($1) and not exists (select 1 from pg_constraint where conindid = indexrelid)`, [tables]);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}
