import { routes } from '#contract/routes.ts';
import { sessionStarted, visitStarted } from '#web/entities/session/session.slice.ts';
import type { AppDispatch } from '#web/entities/store.ts';
import { toAppError } from '#web/services/app-error.ts';
import { currentSession, onSession, restoreSession, signIn, takeSignedOut } from '#web/services/auth/auth.ts';

const isReturn = (path: string) => path === routes.authorize;

/** The answer of the sign-in is being spent since the page is there: it may have been before anybody listened. */
const returned = (dispatch: AppDispatch): void => {
  const early = currentSession();
  if (early) dispatch(sessionStarted(early.userId));
};

/** Finds out who is here. */
export const startSession = async (dispatch: AppDispatch): Promise<void> => {
  onSession((session) => session && dispatch(sessionStarted(session.userId)));
  const address = new URL(window.location.href);
  if (isReturn(address.pathname)) return returned(dispatch);
  try {
    const session = await restoreSession();
    // Signing out leads to the sign-in, which leads back here (document 1 §2).
    if (takeSignedOut() && !session) return await signIn({ returnTo: `${address.pathname}${address.search}${address.hash}` });
    if (!session) dispatch(visitStarted());
  } catch (error) {
    console.warn('The session can\'t be restored', toAppError(error).message);
    dispatch(visitStarted());
  }
};
