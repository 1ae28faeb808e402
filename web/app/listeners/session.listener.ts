import { routes } from '#contract/routes.ts';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import { forgetPerson } from '#web/entities/session/forget.ts';
import { fetchProfile } from '#web/entities/profile/profile.requests.ts';
import { startListening, type RootState } from '#web/entities/store.ts';
import { onSessionLost } from '#web/services/api/call.ts';
import type { AppError } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { currentSession, dropSession, endHere, signIn } from '#web/services/auth/auth.ts';
import { onSignOutElsewhere, broadcastSignOut } from '#web/services/auth/sign-out-broadcast.ts';
import { forgetLinkKey } from '#web/services/encryption/link-key.ts';
import { markForgotten } from '#web/services/storage/forgotten.ts';

let leaving = false;

/** The session was ended from another device or the account deleted. Local data is deleted, since the device may be lost. */
const wasEnded = ({ details }: AppError): boolean => typeof details === 'object' && details !== null && 'ended' in details && details.ended === true;

/** What this browser kept before the person signed in, and could not move to the account. */
const discardVisitorEntries = async (userId: string): Promise<void> => {
  try {
    await (await import('#web/services/visitor/visitor-entries.service.ts')).discardVisitorEntriesOf(userId);
  } catch (error) {
    console.warn('What this browser keeps for the account stays', toAppError(error).code);
  }
};

/** Refused token: signs in again and returns to this address (document 3 §8.3). */
const signInAgain = async (ended: boolean, shown: string | null): Promise<void> => {
  if (leaving) return;
  leaving = true;
  const userId = currentSession()?.userId ?? shown;
  if (ended && userId) {
    broadcastSignOut(userId);
    await forgetPerson(userId);
    await discardVisitorEntries(userId);
  }
  const { pathname, search, hash } = window.location;
  await dropSession();
  await signIn({ returnTo: `${pathname}${search}${hash}`, language: document.documentElement.lang });
};

/** Another tab has signed out: this tab ends its session as well. */
const leaveAlong = async (userId: string): Promise<void> => {
  if (leaving) return;
  leaving = true;
  // What this tab had not written yet would stay.
  markForgotten(userId);
  forgetLinkKey();
  await endHere();
  window.location.replace(routes.home);
};

export const startSessionListener = (getState: () => RootState): void => {
  onSessionLost((error) => void signInAgain(wasEnded(error), getState().session.userId));
  onSignOutElsewhere((userId) => {
    // Also a tab without a token: it was opened without the server, or its token has ended.
    if (currentSession()?.userId === userId || getState().session.userId === userId) void leaveAlong(userId);
  });
  startListening({
    actionCreator: sessionStarted,
    effect: async ({ payload }, { dispatch, getState }) => {
      if (getState().profile.value?.id !== payload) await dispatch(fetchProfile());
    },
  });
};
