import { currentSession, signOut } from '#web/services/auth/auth.ts';
import { broadcastSignOut } from '#web/services/auth/sign-out-broadcast.ts';
import { forgetPerson, type Forgetting } from './forget.ts';

/** Signs out in all tabs and deletes what this browser stored for the person. */
export const leave = async (returnTo: string, forgetting: Forgetting = {}): Promise<void> => {
  const userId = currentSession()?.userId;
  if (userId) {
    // Other tabs stop writing.
    broadcastSignOut(userId);
    await forgetPerson(userId, forgetting);
  }
  await signOut(returnTo);
};
