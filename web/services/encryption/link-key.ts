/**
 * The key in the fragment of a link. It leaves the address before anything else of the app runs, so that neither the history of this
 * tab nor any part of the app has it there. Part of the first load, so it imports nothing.
 */
const STORAGE_KEY = 'countersign.link-key';
const fragment = '#k=';

/** Takes the key out of the address. A sign-in leaves this page, so it waits in this tab's storage until the request takes it. */
export const takeLinkKey = (): void => {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(fragment)) return;
  history.replaceState(history.state, '', pathname + search);
  try {
    sessionStorage.setItem(STORAGE_KEY, `${pathname.split('/')[2] ?? ''}${hash}`);
  } catch (error) {
    console.info('The key of the link has to be pasted', error);
  }
};

/** The fragment that came with a link to this request, once; null if there was none. */
export const waitingLinkKey = (transactionId: string): string | null => {
  const waiting = sessionStorage.getItem(STORAGE_KEY);
  if (waiting?.startsWith(transactionId + fragment) !== true) return null;
  sessionStorage.removeItem(STORAGE_KEY);
  return waiting.slice(transactionId.length);
};
