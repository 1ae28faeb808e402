import { toAppError } from '#web/services/app-error.ts';
import { currentSession, signOut } from '#web/services/auth/auth.ts';
import { clearCached } from '#web/services/storage/database.ts';

/** Signs out and takes along what this browser kept for the person. */
export const leave = async (returnTo: string): Promise<void> => {
  const userId = currentSession()?.userId;
  try {
    if (userId) await clearCached(userId);
  } catch (error) {
    // A browser that keeps nothing has nothing to clear; the person leaves all the same.
    console.warn('What the browser kept can\'t be cleared', toAppError(error).code);
  }
  await signOut(returnTo);
};
