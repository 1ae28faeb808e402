/** Filled databases, in a cluster that is removed afterwards or in one that is kept. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts';
import { command, prepareTemplate, withDatabase } from '../../tests/support/test-database.ts';
import { timed } from '../load/measure.ts';
import { fill } from './fill.ts';

/** A database of the wanted size. */
export interface FilledDatabase {
  url: string;
  /** Removes it, unless it is kept. */
  release(): Promise<void>;
}

export interface FilledDatabases {
  /** Fills one if there is none. `copied`: what is done to it does not change what is kept. */
  open(transactions: number, copied: boolean): Promise<FilledDatabase>;
  close(): Promise<void>;
}

/** `permanent`: the folder of a cluster that stays; null: a temporary one. */
export async function openDatabases(permanent: string | null): Promise<FilledDatabases> {
  const folder = permanent ?? mkdtempSync(join(tmpdir(), 'countersign-growth-'));
  const postgres = await startEmbeddedPostgres({ folder, durable: false });
  const server = postgres.connectionString('postgres');
  const drop = (name: string): Promise<void> => command(server, `drop database if exists ${name} with (force)`);
  return {
    open: async (transactions, copied) => {
      const name = `growth_${transactions}`;
      if (!(await exists(server, name))) await makeFilled(server, name, transactions);
      if (permanent === null) return { url: withDatabase(server, name), release: () => drop(name) };
      if (!copied) return { url: withDatabase(server, name), release: async () => undefined };
      const copy = `${name}_copy`;
      await drop(copy);
      await command(server, `create database ${copy} template ${name} strategy file_copy`);
      return { url: withDatabase(server, copy), release: () => drop(copy) };
    },
    close: async () => {
      await postgres.stop();
      if (permanent === null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Gets its name when it is full: a fill that was stopped is begun again. */
async function makeFilled(server: string, name: string, transactions: number): Promise<void> {
  const template = await prepareTemplate(server);
  const client = new pg.Client({ connectionString: withDatabase(server, template.name) });
  await client.connect();
  const { milliseconds } = await timed(() => fill(client, { transactions }));
  const { rows: [row] } = await client.query<{ size: string }>('select pg_size_pretty(pg_database_size(current_database())) as size');
  await client.end();
  await command(server, `alter database ${template.name} rename to ${name}`);
  console.log(`${transactions} transactions: filled in ${Math.round(milliseconds / 1000)} s, ${row?.size}`);
}

async function exists(server: string, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  await client.end();
  return rowCount === 1;
}
