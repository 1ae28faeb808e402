/**
 * Vitest's global set-up for tests that need PostgreSQL: one server for the run (DATABASE_URL's, or the embedded one
 * in a temporary folder) and in it one migrated template, of which every test file gets a copy of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded-postgres.ts';
import { prepareTemplate, type TestServer } from '#server/adapters/database/test-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const template = await prepareTemplate(server.url);
  project.provide('testServer', { url: server.url, template: template.name });
  return async () => {
    await template.drop();
    await server.close();
  };
}

async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== '') return { url: given, close: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  const postgres = await startEmbeddedPostgres({ folder, durable: false });
  return {
    url: postgres.connectionString('postgres'),
    close: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
