import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachDatabase, connectDatabase } from './connect.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';

const parent = mkdtempSync(join(tmpdir(), 'countersign-embedded-'));
const folder = join(parent, 'data/postgres');

async function ask(postgres: EmbeddedPostgres, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: postgres.connectionString('postgres') });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  return client.connect().then(() => client.end()).then(() => true, () => false);
}

beforeAll(() => chmodSync(parent, 0o700));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

test('creates the cluster once, keeps its data, and refuses other clients', async () => {
  const first = await startEmbeddedPostgres({ folder });
  await ask(first, 'create table kept as select 42 as number');
  expect(await ask(first, 'show listen_addresses')).toBe('');
  expect(await ask(first, 'show fsync')).toBe('on');
  expect(statSync(join(folder, 'socket')).mode & 0o077).toBe(0);
  expect(statSync(join(folder, 'cluster')).mode & 0o077).toBe(0);
  await first.stop();
  const second = await startEmbeddedPostgres({ folder });
  expect(await ask(second, 'select number from kept')).toBe(42);
  await second.stop();
});

test('takes over and stops a cluster left behind by a killed server', async () => {
  const launcher = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))});
    await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)} });
    process.kill(process.pid, 'SIGKILL');`;
  expect(() => execFileSync(process.execPath, ['--input-type=module', '-e', launcher], { stdio: 'ignore' })).toThrow();
  const pid = Number(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  const adopted = await startEmbeddedPostgres({ folder });
  expect(await ask(adopted, 'select number from kept')).toBe(42);
  await adopted.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('ignores a process id that now belongs to another program', async () => {
  writeFileSync(join(folder, 'cluster/postmaster.pid'), `${process.pid}\n${join(folder, 'cluster')}\n1\n5432\n${join(folder, 'socket')}\n\n\n`);
  const postgres = await startEmbeddedPostgres({ folder });
  expect(await ask(postgres, 'select number from kept')).toBe(42);
  await postgres.stop();
});

test('works in a data folder with a long path', async () => {
  const long = join(parent, 'x'.repeat(60), 'y'.repeat(60), 'postgres');
  const postgres = await startEmbeddedPostgres({ folder: long, durable: false });
  expect(postgres.connectionString('postgres')).not.toContain('xxxx');
  await postgres.stop();
});

test('restarts a cluster that exits, at the same address', async () => {
  const postgres = await startEmbeddedPostgres({ folder });
  const address = postgres.connectionString('postgres');
  const pid = Number(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  // As the out-of-memory killer does.
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => ask(postgres, 'select number from kept').catch(() => null), { timeout: 30_000 }).toBe(42);
  expect(postgres.connectionString('postgres')).toBe(address);
  await postgres.stop();
  await expect(ask(postgres, 'select 1')).rejects.toThrow();
});

test('owns the cluster after a database crash: a concurrent command does not stop it', async () => {
  const dataDir = join(parent, 'data');
  const server = await connectDatabase({ databaseUrl: null, dataDir });
  const client = new pg.Client({ connectionString: server.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  const { rows: [backend] } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // When one backend crashes, PostgreSQL closes all connections to recover.
  process.kill(backend?.pid ?? 0, 'SIGKILL');
  await expect.poll(() => answers(server.connectionString), { timeout: 30_000 }).toBe(true);
  const command = await attachDatabase({ databaseUrl: null, dataDir });
  expect(await answers(command.connectionString)).toBe(true);
  await command.close();
  expect(await answers(server.connectionString)).toBe(true);
  await expect(connectDatabase({ databaseUrl: null, dataDir })).rejects.toThrow('Another Countersign server');
  await server.close();
});

test('refuses a second server on the same data folder, and the first one continues', async () => {
  const dataDir = join(parent, 'data');
  const first = await connectDatabase({ databaseUrl: null, dataDir });
  await expect(connectDatabase({ databaseUrl: null, dataDir })).rejects.toThrow('Another Countersign server');
  const client = new pg.Client({ connectionString: first.connectionString });
  await client.connect();
  await client.end();
  await first.close();
});
