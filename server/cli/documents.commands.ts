import { createBodyKeys, generationsOf } from '#server/adapters/storage/body-keys.ts';
import { withDeletionLock } from '#server/adapters/storage/deletion-lock.ts';
import { openEncrypted } from '#server/adapters/storage/open-storage.ts';
import { StorageError } from '#server/adapters/storage/storage.ts';
import { CommandError, type Command } from './command.ts';
import type { CliContext } from './context.ts';

/** Bodies encrypted between two points at which a backup or the sweep may start. */
const atOnce = 20;

export const documentCommands: readonly Command[] = [
  {
    usage: 'documents status', summary: 'how many documents lie encrypted in the storage, and under which key', needs: 'installation',
    run: async ({ db, stored }) => {
      const encrypted = new Set((await db.selectFrom('body_keys').select('body_ref').where('converting', '=', false).execute()).map((row) => row.body_ref));
      let [plain, sealed] = [0, 0];
      for await (const { ref } of stored.holdings()) {
        if (encrypted.has(ref)) sealed += 1;
        else plain += 1;
      }
      const generations = await generationsOf(db);
      return [{ encrypted: sealed, plain, key: generations.length === 0 ? 'none' : generations.map((generation) => `documents/${generation}`).join(', ') }];
    },
  },
  {
    usage: 'documents encrypt', summary: 'encrypt the documents that lie plain in the storage, while the server works; can be stopped and called again', needs: 'installation',
    run: async (context) => {
      if (!context.config.encryptDocuments) throw new CommandError('Set ENCRYPT_DOCUMENTS=true first, and start every server with it: one without it could not read what is encrypted.');
      const encrypted = await encryptAll(context);
      await context.db.transaction().execute((tx) => context.services.administrativeLog.record(tx, { action: 'documents_encrypted', actor: context.actor, subject: 'installation', details: { encrypted } }));
      return [{ encrypted }];
    },
  },
  {
    usage: 'documents rotate-key', summary: 'seal the keys of all documents under a new one, while the server works; the documents stay as they are', needs: 'installation',
    run: async ({ db, vault, services, actor }) => {
      if ((await generationsOf(db)).length === 0) throw new CommandError('No document was ever encrypted here.');
      const { generation, resealed } = await createBodyKeys(db, vault).rotate();
      const key = `documents/${generation}`;
      await db.transaction().execute((tx) => services.administrativeLog.record(tx, { action: 'key_rotated', actor, subject: key, details: { resealed } }));
      return [{ key, documents: resealed }];
    },
  },
];

async function encryptAll({ db, pool, stored, vault, config }: CliContext): Promise<number> {
  const storage = await openEncrypted(stored, db, vault, config);
  let encrypted = 0;
  let waiting: string[] = [];
  const encryptSome = async (): Promise<void> => {
    const refs = waiting;
    waiting = [];
    // A backup saves keys before bodies; a body that is encrypted in between couldn't be decrypted.
    await withDeletionLock(pool, async () => {
      for (const ref of refs) encrypted += Number(await storage.encryptExisting(ref).catch(ignoreNotFound));
    });
  };
  for await (const { ref } of stored.holdings()) {
    waiting.push(ref);
    if (waiting.length >= atOnce) await encryptSome();
  }
  await encryptSome();
  return encrypted;
}

function ignoreNotFound(error: unknown): false {
  if (error instanceof StorageError && error.code === 'missing') return false;
  throw error;
}
