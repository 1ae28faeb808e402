import { sessionStarted, visitStarted } from '#web/entities/session/session.slice.ts';
import type { AppDispatch } from '#web/entities/store.ts';
import { toAppError } from '#web/services/app-error.ts';
import { onSession, restoreSession, signIn, takeSignedOut } from '#web/services/auth/auth.ts';
import { takeMagicCode } from '#web/services/auth/session.ts';
import { warmPages } from '#web/services/engine/pages.service.ts';
import { startTexts } from '#web/services/i18n/i18n.ts';

/** Pages on which a document is to be seen. */
const showsDocument = (path: string) => path.startsWith('/transaction/');

/** Paths on which a `code` in the query belongs to the sign-in itself. */
const isReturn = (path: string) => path === '/authorize';

/**
 * The code of a link from a mail is taken out of the address at once and spent by signing in, also where somebody is
 * signed in already: the link is for the person it was sent to. Ends only when the page was not left, or is back.
 */
export const followLink = async (): Promise<void> => {
  const { code, address } = takeMagicCode(new URL(window.location.href));
  if (!code || isReturn(window.location.pathname)) return;
  const link = window.location.href;
  window.history.replaceState(window.history.state, '', address);
  if (showsDocument(address)) fetchAhead();
  try {
    await signIn({ returnTo: address, magicCode: code });
  } catch (error) {
    console.warn('The sign-in can\'t be reached', toAppError(error).message);
    // Whoever loads the page again tries again.
    window.history.replaceState(window.history.state, '', link);
  }
};

/** What shows a document comes while the sign-in is asked: the page that comes back finds it in the browser's cache. */
const fetchAhead = (): void => {
  warmPages();
  Promise.all([startTexts(), import('./documents/TransactionPage.tsx')]).catch((error: unknown) => console.info('Nothing was fetched ahead', error));
};

/** Finds out who is here. */
export const startSession = async (dispatch: AppDispatch): Promise<void> => {
  onSession((session) => session && dispatch(sessionStarted(session.userId)));
  const address = new URL(window.location.href);
  if (isReturn(address.pathname)) return;
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
