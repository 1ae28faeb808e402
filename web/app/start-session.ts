import { routes } from '#contract/routes.ts';
import { sessionStarted, visitStarted } from '#web/entities/session/session.slice.ts';
import type { AppDispatch } from '#web/entities/store.ts';
import { toAppError } from '#web/services/app-error.ts';
import { checkAvailability } from '#web/services/availability.ts';
import { currentSession, hasWaitingSignOut, onSession, personWithoutServer, restoreSession, signIn, signOut, takeSignedOut } from '#web/services/auth/auth.ts';

const isReturn = (path: string) => path === routes.authorize;

/** The session may be known already: from the early code exchange, or from the page of an e-mail link. */
const takeEarlySession = (dispatch: AppDispatch): void => {
  const early = currentSession();
  if (early) dispatch(sessionStarted(early.userId));
};

/** Without the server the app opens for whom it knows, with what this browser has; without such a person, for a visitor. */
const startWithoutSession = (dispatch: AppDispatch): void => {
  const userId = personWithoutServer();
  dispatch(userId === null ? visitStarted() : sessionStarted(userId));
};

/** Restores the session. */
export const startSession = async (dispatch: AppDispatch): Promise<void> => {
  onSession((session) => session && dispatch(sessionStarted(session.userId)));
  const address = new URL(window.location.href);
  takeEarlySession(dispatch);
  if (isReturn(address.pathname)) return;
  try {
    if (hasWaitingSignOut() && (await checkAvailability()) === 'available') return await signOut(`${address.pathname}${address.search}`);
    const session = await restoreSession();
    // After a sign-out the sign-in page returns here (document 1 §2).
    if (takeSignedOut() && !session) return await signIn({ returnTo: `${address.pathname}${address.search}${address.hash}` });
    if (!session) startWithoutSession(dispatch);
  } catch (error) {
    console.warn('The session can\'t be restored', toAppError(error).code);
    startWithoutSession(dispatch);
  }
};
