import { toAppError } from '#web/services/app-error.ts';
import { hasDocuments } from '#web/services/offline/has-documents.ts';
import { markForgotten } from '#web/services/storage/forgotten.ts';
import { clearCached } from '#web/services/storage/database.ts';
import { deleteAllSigningDrafts, forgetKeys } from '#web/services/signing/forget-signing.ts';

export interface Forgetting {
  /** Keep unsaved work, because the session ended without the person's doing and they may come back. */
  keepWork?: boolean;
}

const forgetDocuments = async (userId: string): Promise<void> => {
  if (hasDocuments()) await (await import('#web/services/offline/kept-bodies.ts')).forgetBodies(userId);
};

/** Deletes what this browser stored for a person: data, keys and unsaved work. */
export const forgetPerson = async (userId: string, { keepWork = false }: Forgetting = {}): Promise<void> => {
  markForgotten(userId);
  const forgetting = [clearCached(userId, { keepDrafts: keepWork }), forgetDocuments(userId), forgetKeys(userId), ...(keepWork ? [] : [deleteAllSigningDrafts(userId)])];
  for (const result of await Promise.allSettled(forgetting)) {
    // A browser without storage has nothing to clear. Leaving goes on.
    if (result.status === 'rejected') console.warn('What the browser kept can\'t be cleared', toAppError(result.reason).code);
  }
};
