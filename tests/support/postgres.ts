/**
 * Vitest's global set-up for tests that need PostgreSQL: one server for the run (DATABASE_URL's, or the embedded one
 * in a temporary folder) and in it one migrated template, of which every test file gets a copy of its own. The keys that an
 * installation makes at its first start are in the template already, sealed under `secretKey`.
 */
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts';
import { prepareTemplate, withDatabase, type TestServer } from './test-database.ts';
import { buildApp } from '#server/app/app.ts';
import { loadConfig } from '#server/platform/config.ts';
import { openInfrastructure } from '#server/app/infrastructure.ts';
import { createLog } from '#server/platform/logging.ts';
import { appUrl } from './app-url.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
    secretKey: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const template = await prepareTemplate(server.url);
  project.provide('testServer', { url: server.url, template: template.name });
  project.provide('secretKey', await makeKeys(withDatabase(server.url, template.name)));
  return async () => {
    await template.drop();
    await server.close();
  };
}

/** As the first start of an installation does it; gives the content of its `secret.key`. */
async function makeKeys(databaseUrl: string): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-keys-'));
  try {
    const config = loadConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, APP_URL: appUrl, LOG_LEVEL: 'error', RUN_JOBS: 'false' });
    const app = await buildApp(await openInfrastructure(config, createLog(config.logLevel)));
    await app.ready();
    await app.close();
    return readFileSync(join(dataDir, 'secret.key'), 'utf8');
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== '') return { url: given, close: async () => undefined };
  const folder = mkdtempSync(join(clusterParent(), 'countersign-test-'));
  const postgres = await startEmbeddedPostgres({ folder, durable: false });
  return {
    url: postgres.connectionString('postgres'),
    close: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const sharedMemory = '/dev/shm';
/** Bytes: the write-ahead log alone may grow to 1 GiB. */
const clusterRoom = 3 * 2 ** 30;

/** In memory where there is room: each database is 1,600 files, and a disk's file system takes longer to create and delete them than PostgreSQL. */
function clusterParent(): string {
  try {
    const { bavail, bsize } = statfsSync(sharedMemory);
    return bavail * bsize >= clusterRoom ? sharedMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
