import { currentSession, signOut } from '#web/services/auth/auth.ts';
import { tellLeft } from '#web/services/auth/left.ts';
import { forgetPerson, type Forgetting } from './forget.ts';

/** Signs out, in the other tabs as well, and takes along what this browser kept for the person. */
export const leave = async (returnTo: string, forgetting: Forgetting = {}): Promise<void> => {
  const userId = currentSession()?.userId;
  if (userId) {
    // They write nothing more.
    tellLeft(userId);
    await forgetPerson(userId, forgetting);
  }
  await signOut(returnTo);
};
