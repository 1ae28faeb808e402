import { routes } from '#contract/routes.ts';
import { sessionStarted, visitStarted } from '#web/entities/session/session.slice.ts';
import type { AppDispatch } from '#web/entities/store.ts';
import { toAppError } from '#web/services/app-error.ts';
import { currentSession, onSession, restoreSession, signIn, takeSignedOut } from '#web/services/auth/auth.ts';

const isReturn = (path: string) => path === routes.authorize;

/** Who is known before anybody listened: the answer of the sign-in was spent early, or the page of a link has asked. */
const takeEarlySession = (dispatch: AppDispatch): void => {
  const early = currentSession();
  if (early) dispatch(sessionStarted(early.userId));
};

/** Finds out who is here. */
export const startSession = async (dispatch: AppDispatch): Promise<void> => {
  onSession((session) => session && dispatch(sessionStarted(session.userId)));
  const address = new URL(window.location.href);
  takeEarlySession(dispatch);
  if (isReturn(address.pathname)) return;
  try {
    const session = await restoreSession();
    // Signing out leads to the sign-in, which leads back here (document 1 §2).
    if (takeSignedOut() && !session) return await signIn({ returnTo: `${address.pathname}${address.search}${address.hash}` });
    if (!session) dispatch(visitStarted());
  } catch (error) {
    console.warn('The session can\'t be restored', toAppError(error).code);
    dispatch(visitStarted());
  }
};
