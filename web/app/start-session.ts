import { routes } from '#contract/routes.ts';
import { sessionStarted, visitStarted } from '#web/entities/session/session.slice.ts';
import type { AppDispatch } from '#web/entities/store.ts';
import { toAppError } from '#web/services/app-error.ts';
import { currentSession, onSession, restoreSession, signIn, takeSignedOut } from '#web/services/auth/auth.ts';

const isReturn = (path: string) => path === routes.authorize;

/** The session may be known already: from the early code exchange, or from the page of an e-mail link. */
const takeEarlySession = (dispatch: AppDispatch): void => {
  const early = currentSession();
  if (early) dispatch(sessionStarted(early.userId));
};

/** Restores the session. */
export const startSession = async (dispatch: AppDispatch): Promise<void> => {
  onSession((session) => session && dispatch(sessionStarted(session.userId)));
  const address = new URL(window.location.href);
  takeEarlySession(dispatch);
  if (isReturn(address.pathname)) return;
  try {
    const session = await restoreSession();
    // After a sign-out the sign-in page returns here (document 1 §2).
    if (takeSignedOut() && !session) return await signIn({ returnTo: `${address.pathname}${address.search}${address.hash}` });
    if (!session) dispatch(visitStarted());
  } catch (error) {
    console.warn('The session can\'t be restored', toAppError(error).code);
    dispatch(visitStarted());
  }
};
