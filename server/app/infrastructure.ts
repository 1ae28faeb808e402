import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { installPlusAddresses } from '#contract/entities/plus-addresses.ts';
import type { Authority } from '#server/adapters/authority/authority.ts';
import { openAuthority } from '#server/adapters/authority/authority.ts';
import { openDocuments, type Documents } from './documents.ts';
import { connectDatabase } from '#server/platform/database/connect.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrateUp } from '#server/platform/database/migrations.ts';
import { openKeyVault, type KeyVault } from '#server/adapters/authority/key-vault.ts';
import { createBodyHasher } from '#server/adapters/core/body-hasher.ts';
import { smtpTransport, type MailTransport } from '#server/adapters/mail/transport.ts';
import { httpGateway, type TextGateway } from '#server/adapters/text/gateway.ts';
import { openScanner } from '#server/adapters/scanning/scanner.ts';
import { ComposedStorage } from '#server/adapters/storage/composed-storage.ts';
import { openObjects, openStorage } from '#server/adapters/storage/open-storage.ts';
import { scanned } from '#server/adapters/storage/scanned-storage.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { openTrustedLists, type CachedLists } from '#server/adapters/trusted-lists/cached-lists.ts';
import type { Announcements } from '#server/events/announcements.ts';
import { startEventHub, type EventHub } from '#server/events/event-hub.ts';
import { NatsAnnouncements } from '#server/events/nats-announcements.ts';
import { PostgresAnnouncements } from '#server/events/postgres-announcements.ts';
import { newestStartIn } from '#server/backup/backup-folder.ts';
import { migrateJobs } from '#server/jobs/jobs.ts';
import { createOutageLog } from '#server/platform/outage-log.ts';
import { runInContext } from '#server/platform/request-context.ts';
import { findOrphanedBodies } from '#server/repositories/bodies.repository.ts';
import type { Config } from '#server/platform/config.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createMetrics } from '#server/platform/metrics/metrics.ts';

/**
 * Shared resources of the process: configuration, database, keys, storage, events. Each service declares the few it
 * needs.
 */
export interface Infrastructure extends Platform {
  readonly vault: KeyVault;
  readonly authority: Authority;
  readonly storage: Storage;
  readonly documents: Documents;
  readonly trustedLists: CachedLists;
  readonly events: EventHub;
  /** Null: mail stays in the outbox. */
  readonly mail: MailTransport | null;
  /** Null: text messages stay in the outbox. */
  readonly texts: TextGateway | null;
  close(): Promise<void>;
}

/** Opens the resources in the order of their dependencies; if one fails, those already open are closed. */
export async function openInfrastructure(config: Config, log: FastifyBaseLogger): Promise<Infrastructure> {
  const closers: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  installPlusAddresses(config.plusAddresses);
  try {
    const connection = await connectDatabase(config);
    closers.push(connection.close);
    // The pool is shared, so the report is logged outside the context of the request that opened the connection.
    const report = (error: Error): void => runInContext({}, () => log.warn({ reason: error.message }, 'a database connection broke'));
    const database = openDatabase(connection.connectionString, report);
    closers.push(database.close);
    await migrateJobs(database.pool, log);
    const ran = await migrateUp(database.pool);
    if (ran.length > 0) log.info({ migrations: ran }, 'the database was brought up to date');
    const vault = await openKeyVault(database.db, config);
    const authority = await openAuthority(vault, config);
    const documents = openDocuments(config);
    closers.push(() => documents.engines.close());
    const stored = openStorage(config);
    const objects = await openObjects(stored, database.db, vault, config);
    const composed = new ComposedStorage({ objects, db: database.db, reads: database.reads, findUnused: findOrphanedBodies, hasher: createBodyHasher(documents.engines) });
    const storage = scannedWhereSet(composed, config, log);
    closers.push(() => storage.close());
    const metrics = createMetrics({ ...database, dataDir: config.dataDir });
    metrics.watchCertificates(() => authority.certificates());
    if (config.backups !== null) metrics.watchBackups(newestStartIn(config.backups.folder));
    const trustedLists = openTrustedLists(config, log);
    closers.push(() => trustedLists.close());
    const announcements = await announcementsFor(config, database.db, connection.connectionString, vault, log);
    const events = await startEventHub(database.db, announcements, log, metrics);
    closers.push(() => events.close());
    const mail = config.smtpUrl === null ? null : smtpTransport(config.smtpUrl, config);
    if (mail !== null) closers.push(() => mail.close());
    const texts = config.sms === null ? null : httpGateway(config.sms);
    return { ...database, config, vault, authority, storage, documents, trustedLists, events, mail, texts, metrics, outages: createOutageLog(log), log, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function scannedWhereSet(storage: Storage, config: Config, log: FastifyBaseLogger): Storage {
  return config.scannerUrl === null ? storage : scanned(storage, openScanner(config.scannerUrl), log);
}

async function announcementsFor(config: Config, db: Database['db'], connectionString: string, vault: KeyVault, log: FastifyBaseLogger): Promise<Announcements> {
  if (config.natsUrl === null) return new PostgresAnnouncements(db, connectionString, log);
  const installation = await vault.findOrCreate('events/installation', async () => randomBytes(8));
  return new NatsAnnouncements(db, connectionString, { url: config.natsUrl, installation: installation.toString('hex') }, log);
}
