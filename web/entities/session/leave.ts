import { routes } from '#contract/routes.ts';
import { currentSession, personWithoutServer, signOut, signOutAlone } from '#web/services/auth/auth.ts';
import { broadcastSignOut } from '#web/services/auth/sign-out-broadcast.ts';
import { checkAvailability } from '#web/services/availability.ts';
import { forgetKnownPerson } from '#web/services/offline/known-person.ts';
import { forgetPerson, type Forgetting } from './forget.ts';

/** Signs out in all tabs and deletes what this browser stored for the person. */
export const leave = async (returnTo: string, forgetting: Forgetting = {}): Promise<void> => {
  const userId = currentSession()?.userId ?? personWithoutServer();
  if (userId) {
    // Other tabs, and answers that still come, write nothing any more.
    broadcastSignOut(userId);
    forgetKnownPerson();
    await forgetPerson(userId, forgetting);
  }
  // Asked now: without the server the page of its provider does not come, and the session there would go on.
  if ((await checkAvailability()) !== 'unavailable') return signOut(returnTo);
  signOutAlone();
  window.location.replace(routes.home);
};
