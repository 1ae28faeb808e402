/** Resources for commands: the installation described by the environment, whether or not its server runs. */
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { openAuthority } from '#server/adapters/authority/authority.ts';
import { openKeyVault, type KeyVault } from '#server/adapters/authority/key-vault.ts';
import { createBodyHasher } from '#server/adapters/core/body-hasher.ts';
import { openDocuments } from '#server/app/documents.ts';
import { attachDatabase } from '#server/platform/database/connect.ts';
import { openDatabase, type Database, type QueryTimeouts } from '#server/platform/database/database.ts';
import { migrateUp } from '#server/platform/database/migrations.ts';
import { ComposedStorage } from '#server/adapters/storage/composed-storage.ts';
import { openObjects, openStorage } from '#server/adapters/storage/open-storage.ts';
import type { FormStorage, Storage } from '#server/adapters/storage/storage.ts';
import { noTrustedLists } from '#server/adapters/trusted-lists/cached-lists.ts';
import type { Config } from '#server/platform/config.ts';
import { migrateJobs } from '#server/jobs/jobs.ts';
import { findOrphanedBodies } from '#server/repositories/bodies.repository.ts';
import { createServices, type Services } from '#server/app/services.ts';

export interface DatabaseContext extends Pick<Database, 'db' | 'reads' | 'pool'> {
  config: Config;
  /** Bodies in their stored form, some of them encrypted. */
  stored: FormStorage;
  /** Null when the key is set in the environment. */
  keyFile: string | null;
  /** The operator who runs the command, for the audit log of administrative actions. */
  actor: string;
  /** Opens the full installation, for all commands except `database` ones; migrates the database. */
  installation(): Promise<CliContext>;
  close(): Promise<void>;
}

export interface CliContext extends DatabaseContext {
  vault: KeyVault;
  /** Bodies in their original form. */
  storage: Storage;
  services: Services;
}

/** No time limit, since some commands read every row. The read limit is the maximum of a Node.js timer. */
const withoutLimit: QueryTimeouts = { read: 2 ** 31 - 1, change: 0 };

export async function openContext(config: Config, log: FastifyBaseLogger): Promise<DatabaseContext> {
  const connection = await attachDatabase(config);
  const database = openDatabase(connection.connectionString, (error) => log.warn({ reason: error.message }, 'a database connection broke'), withoutLimit);
  const stored = openStorage(config);
  const closers: (() => Promise<void> | void)[] = [connection.close, database.close, () => stored.close()];
  const context: DatabaseContext = {
    config, db: database.db, reads: database.reads, pool: database.pool, stored, actor: `operator:${userInfo().username}`,
    keyFile: config.secretKey === null ? join(config.dataDir, 'secret.key') : null,
    installation: async () => {
      await migrateJobs(database.pool, log);
      await migrateUp(database.pool);
      const vault = await openKeyVault(database.db, config);
      const documents = openDocuments(config);
      closers.push(() => documents.engines.close());
      const objects = await openObjects(stored, database.db, vault, config);
      const storage = new ComposedStorage({ objects, db: database.db, reads: database.reads, findUnused: findOrphanedBodies, hasher: createBodyHasher(documents.engines) });
      const services = await createServices({ ...context, storage, documents, vault, trustedLists: noTrustedLists, authority: await openAuthority(vault, config) });
      return { ...context, vault, storage, services };
    },
    close: async () => {
      for (const closer of closers.splice(0).reverse()) await closer();
    },
  };
  return context;
}
