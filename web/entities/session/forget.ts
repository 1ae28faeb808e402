import { toAppError } from '#web/services/app-error.ts';
import { hasTransactionKeys } from '#web/services/encryption/has-transaction-keys.ts';
import { forgetLinkKey } from '#web/services/encryption/link-key.ts';
import { hasDocuments } from '#web/services/offline/has-documents.ts';
import { markForgotten } from '#web/services/storage/forgotten.ts';
import { hasTasks } from '#web/services/tasks/has-tasks.ts';
import { clearCached } from '#web/services/storage/database.ts';
import { deleteAllSigningDrafts, forgetKeys } from '#web/services/signing/forget-signing.ts';
import { sharedStore } from '#web/worker/shared-store.ts';

export interface Forgetting {
  /** Keep unsaved work, because the session ended without the person's doing and they may come back. */
  keepWork?: boolean;
}

const forgetDocuments = async (userId: string): Promise<void> => {
  if (hasDocuments()) await (await import('#web/services/offline/cached-bodies.ts')).forgetBodies(userId);
};

/** What was done without the server. */
const forgetWork = async (userId: string): Promise<void> => {
  if (hasTasks()) await (await import('#web/services/tasks/task-store.ts')).forgetTasks(userId);
};

/** Without them the documents are not opened again, so they stay for whoever may come back. */
const forgetEncryption = async (userId: string): Promise<void> => {
  if (hasTransactionKeys()) await (await import('#web/services/encryption/stored-keys.ts')).forgetTransactionKeys(userId);
};

/** Documents that another app has shared and nobody has taken: they are of whoever used this browser. */
const forgetShared = async (): Promise<void> => {
  if ('caches' in globalThis) await caches.delete(sharedStore.cache);
};

const endMessages = async (): Promise<void> => {
  if ('PushManager' in globalThis) await (await import('#web/services/push/device-push.ts')).silenceDevice();
};

/** Deletes what this browser stored for a person: data, keys and unsaved work. It gets no messages of theirs any more. */
export const forgetPerson = async (userId: string, { keepWork = false }: Forgetting = {}): Promise<void> => {
  markForgotten(userId);
  if (!keepWork) forgetLinkKey();
  const forgetting = [clearCached(userId, { keepDrafts: keepWork }), forgetDocuments(userId), forgetKeys(userId), forgetShared(), endMessages(), ...(keepWork ? [] : [deleteAllSigningDrafts(userId), forgetWork(userId), forgetEncryption(userId)])];
  for (const result of await Promise.allSettled(forgetting)) {
    // A browser without storage has nothing to clear. Leaving goes on.
    if (result.status === 'rejected') console.warn('What the browser kept can\'t be cleared', toAppError(result.reason).code);
  }
};
