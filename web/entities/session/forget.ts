import { toAppError } from '#web/services/app-error.ts';
import { clearCached } from '#web/services/storage/database.ts';
import { deleteAllSigningDrafts, forgetKeys } from '#web/services/signing/forget-signing.ts';

export interface Forgetting {
  /** Work that the server doesn't have stays for its owner, who may come back: they were signed out without having asked. */
  keepWork?: boolean;
}

/** Takes along what this browser kept for a person: data, keys, and what isn't saved. */
export const forgetPerson = async (userId: string, { keepWork = false }: Forgetting = {}): Promise<void> => {
  const forgetting = [clearCached(userId, { keepDrafts: keepWork }), forgetKeys(userId), ...(keepWork ? [] : [deleteAllSigningDrafts(userId)])];
  for (const result of await Promise.allSettled(forgetting)) {
    // A browser that keeps nothing has nothing to clear; the person leaves all the same.
    if (result.status === 'rejected') console.warn('What the browser kept can\'t be cleared', toAppError(result.reason).code);
  }
};
