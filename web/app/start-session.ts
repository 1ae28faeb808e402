import { sessionStarted, visitStarted } from '#web/entities/session/session.slice.ts';
import type { AppDispatch } from '#web/entities/store.ts';
import { toAppError } from '#web/services/app-error.ts';
import { onSession, restoreSession, signIn, takeSignedOut } from '#web/services/auth/auth.ts';
import { takeMagicCode } from '#web/services/auth/session.ts';

/** Paths on which a `code` in the query belongs to the sign-in itself. */
const isReturn = (path: string) => path === '/authorize';

/**
 * Finds out who is here. The code of a link from a mail is taken out of the address at once and spent by signing in,
 * also where somebody is signed in already: the link is for the person it was sent to.
 */
export const startSession = async (dispatch: AppDispatch): Promise<void> => {
  onSession((session) => session && dispatch(sessionStarted(session.userId)));
  const address = new URL(window.location.href);
  if (isReturn(address.pathname)) return;
  const { code, address: cleaned } = takeMagicCode(address);
  if (code) {
    window.history.replaceState(window.history.state, '', cleaned);
    return signIn({ returnTo: cleaned, magicCode: code });
  }
  try {
    const session = await restoreSession();
    // Signing out leads to the sign-in, which leads back here (document 1 §2).
    if (takeSignedOut() && !session) return await signIn({ returnTo: cleaned });
    if (!session) dispatch(visitStarted());
  } catch (error) {
    console.warn('The session can\'t be restored', toAppError(error).message);
    dispatch(visitStarted());
  }
};
