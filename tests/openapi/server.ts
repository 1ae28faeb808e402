/** A whole server on a database of its own, with somebody signed in, for programs that test it from outside. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts';
import { createTestDatabase, prepareTemplate } from '../support/test-database.ts';
import { buildApp } from '#server/app/app.ts';
import type { App } from '#server/http/app.types.ts';
import { loadConfig } from '#server/platform/config.ts';
import { openInfrastructure, type Infrastructure } from '#server/app/infrastructure.ts';
import { createLog } from '#server/platform/logging.ts';
import { freePort } from '../support/product.ts';

export interface RunningServer {
  url: string;
  app: App;
  infrastructure: Infrastructure;
  databaseUrl: string;
  dataDir: string;
  close(): Promise<void>;
}

export async function openServer(env: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-open-'));
  const postgres = await startEmbeddedPostgres({ folder, durable: false });
  const template = await prepareTemplate(postgres.connectionString('postgres'));
  const database = await createTestDatabase({ url: postgres.connectionString('postgres'), template: template.name });
  const server = await openServerOn(database.connectionString, env);
  return {
    ...server,
    close: async () => {
      await server.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** On a database that is there already. */
export async function openServerOn(databaseUrl: string, env: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-open-data-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = loadConfig({
    DATABASE_URL: databaseUrl, DATA_DIR: dataDir, APP_URL: url, PORT: String(port), LOG_LEVEL: 'error',
    CALLS_PER_MINUTE: '0', CALLS_PER_MINUTE_AND_ADDRESS: '0', ...env,
  });
  const infrastructure = await openInfrastructure(config, createLog(config.logLevel));
  const app = await buildApp(infrastructure);
  await app.listen({ port, host: '127.0.0.1' });
  return {
    url, app, infrastructure, databaseUrl, dataDir,
    close: async () => {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
