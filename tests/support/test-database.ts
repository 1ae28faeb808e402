/**
 * Databases for tests. Cloning a migrated template takes a fraction of a second, and every test has a database of
 * its own.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestServer {
  /** A database of the server from which others can be created. */
  url: string;
  template: string;
}

export interface TestDatabase {
  connectionString: string;
  drop(): Promise<void>;
}

export async function prepareTemplate(serverUrl: string): Promise<{ name: string; drop(): Promise<void> }> {
  const name = `template_${randomBytes(6).toString('hex')}`;
  // Imported here, because only the process that makes the template needs them.
  const [{ migrateJobs }, { openDatabase }, { migrateUp }] = await Promise.all([import('#server/jobs/jobs.ts'), import('#server/platform/database/database.ts'), import('#server/platform/database/migrations.ts')]);
  await command(serverUrl, `create database ${name}`);
  const database = openDatabase(withDatabase(serverUrl, name), () => undefined);
  await migrateJobs(database.pool);
  await migrateUp(database.pool);
  await database.close();
  return { name, drop: () => command(serverUrl, `drop database ${name} with (force)`) };
}

/** Without any table, for what a restore fills. */
export async function createEmptyDatabase({ url }: Pick<TestServer, 'url'>): Promise<TestDatabase> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await command(url, `create database ${name}`);
  return { connectionString: withDatabase(url, name), drop: () => command(url, `drop database ${name} with (force)`) };
}

export async function createTestDatabase(server: TestServer): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // A template is small: copying its files takes half the processor time of writing them to the log.
  await command(server.url, `create database ${name} template ${server.template} strategy file_copy`);
  return {
    connectionString: withDatabase(server.url, name),
    drop: () => command(server.url, `drop database ${name} with (force)`),
  };
}

/** Runs one statement on a connection of its own. */
export async function command(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Returns the URL of another database of the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
