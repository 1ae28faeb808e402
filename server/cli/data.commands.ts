import { resolve } from 'node:path';
import type pg from 'pg';
import type { Db } from '#server/platform/database/database.ts';
import { appliedMigrations, migrateDown, migrateUp, readMigrations, unknownAmong } from '#server/platform/database/migrations.ts';
import { backUp } from '#server/backup/back-up.ts';
import { restore } from '#server/backup/restore.ts';
import { verifyBackup } from '#server/backup/verify.ts';
import { deleteEventsBefore } from '#server/events/events.repository.ts';
import { migrateJobs } from '#server/jobs/jobs.ts';
import { eventRetentionMs, sweepExpired } from '#server/app/maintenance-tasks.ts';
import { CommandError, type Command } from './command.ts';

const bodyKeysMigration = '120_body_keys';
const bodyPartsMigration = '125_body_parts';

export const dataCommands: readonly Command[] = [
  {
    usage: 'migrate status', summary: 'which migrations the database has and which it lacks', needs: 'database',
    run: async ({ pool }) => {
      const done = await appliedMigrations(pool);
      const known = await readMigrations();
      const later = unknownAmong(done, known).map((migration) => ({ migration, state: 'of a newer version' }));
      return [...known.map(({ name, checksum }) => ({ migration: name, state: stateOf(done.get(name), checksum) })), ...later];
    },
  },
  {
    usage: 'migrate up', summary: 'bring the database up to date; the server does so by itself when it starts', needs: 'database',
    run: async ({ pool }) => {
      await migrateJobs(pool);
      return (await migrateUp(pool)).map((migration) => ({ migration, state: 'done' }));
    },
  },
  {
    usage: 'migrate down COUNT', summary: 'take back the newest migrations, with the data they brought; stop the servers first', needs: 'database',
    run: async ({ db, pool }, { words: [count = ''] }) => {
      if (!/^[1-9]\d?$/.test(count)) throw new CommandError('COUNT is how many migrations to take back: 1 or more.');
      await assertBodiesStay(db, pool, Number(count));
      return (await migrateDown(pool, Number(count))).map((migration) => ({ migration, state: 'taken back' }));
    },
  },
  {
    usage: 'backup verify FOLDER', summary: 'check a backup without restoring it: hashes, rows, and that every document is there; --identity FILE opens an encrypted one', needs: 'database',
    options: { identity: { type: 'string' } },
    run: async (_context, { words: [folder = ''], options: { identity } }) => {
      const { tables, bodies, madeAt } = await verifyBackup(resolve(folder), { identityFile: textOf(identity) });
      return [{ madeAt, rows: tables.reduce((sum, table) => sum + table.rows, 0), documents: bodies.count, bytes: bodies.bytes }];
    },
  },
  {
    usage: 'backup FOLDER', summary: 'save database, documents and key into a new folder, while the server works; --recipient age1… encrypts it', needs: 'installation',
    options: { recipient: { type: 'string' } },
    run: async ({ db, pool, stored: storage, keyFile, services, actor }, { words: [folder = ''], options: { recipient } }) => {
      const { tables, bodies, hasKey } = await backUp({ pool, storage, keyFile, recipient: textOf(recipient), onWait: () => process.stderr.write('Waiting for a removal of documents to end\n') }, resolve(folder));
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      await db.transaction().execute((tx) => services.administrativeLog.record(tx, { action: 'backup_made', actor, subject: 'installation', details: { rows, bodies: bodies.count } }));
      return [{ rows, documents: bodies.count, bytes: bodies.bytes, copied: bodies.copied, key: keyNotice(hasKey, recipient !== undefined) }];
    },
  },
  {
    usage: 'restore FOLDER', summary: 'bring a backup back into an empty database and storage; no server may run; --identity FILE opens an encrypted one', needs: 'database',
    options: { identity: { type: 'string' } },
    run: async (context, { words: [folder = ''], options: { identity } }) => {
      const { tables, bodies, madeAt } = await restore({ ...context, storage: context.stored, identityFile: textOf(identity) }, resolve(folder));
      const { db, services, actor } = await context.installation();
      await db.transaction().execute((tx) => services.administrativeLog.record(tx, { action: 'backup_restored', actor, subject: 'installation', details: { madeAt } }));
      return [{ madeAt, rows: tables.reduce((sum, table) => sum + table.rows, 0), documents: bodies.count }];
    },
  },
  {
    usage: 'purge', summary: 'remove now what the server removes by itself: what has expired, and documents that nothing names', needs: 'installation',
    run: async ({ db, services, actor }) => {
      await sweepExpired(db);
      await deleteEventsBefore(db, new Date(Date.now() - eventRetentionMs));
      const abandoned = await services.uploads.sweep();
      const orphans = await services.removeOrphans();
      await db.transaction().execute((tx) => services.administrativeLog.record(tx, { action: 'purged', actor, subject: 'installation', details: { abandoned, orphans } }));
      return [{ 'abandoned uploads': abandoned, 'orphaned documents': orphans }];
    },
  },
];

const textOf = (option: string | boolean | undefined): string | undefined => (typeof option === 'string' ? option : undefined);

function keyNotice(hasKey: boolean, isEncrypted: boolean): string {
  if (!hasKey) return 'not saved: keep SECRET_KEY';
  return isEncrypted ? 'saved with it, encrypted' : 'saved beside it: keep the folder secret';
}

/**
 * Refuses to revert the migrations that hold the keys of documents, or what documents are composed of, while there are
 * such documents: without them they are lost.
 */
async function assertBodiesStay(db: Db, pool: pg.Pool, count: number): Promise<void> {
  const newest = [...(await appliedMigrations(pool)).keys()].toSorted().slice(-count);
  if (newest.includes(bodyPartsMigration)) {
    const composed = await db.selectFrom('body_parts').innerJoin('file_versions', 'file_versions.body_ref', 'body_parts.body_ref').select('part_ref').where('removed_at', 'is', null).limit(1).executeTakeFirst();
    if (composed !== undefined) throw new CommandError(`${bodyPartsMigration} stays: it says what documents are composed of, and without it they could not be read.`);
  }
  if (!newest.includes(bodyKeysMigration)) return;
  const encrypted = await db.selectFrom('body_keys').select('body_ref').limit(1).executeTakeFirst();
  if (encrypted !== undefined) throw new CommandError(`${bodyKeysMigration} stays: with it the keys of encrypted documents would go, and with them the documents.`);
}

function stateOf(done: string | undefined, checksum: string): string {
  if (done === undefined) return 'missing';
  return done === checksum ? 'done' : 'changed after it ran';
}
