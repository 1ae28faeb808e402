/**
 * The key in the fragment of a link. It leaves the address before anything else of the app runs, so that neither the history of this
 * tab nor any part of the app has it there. Part of the first load, so it imports nothing.
 */
export const LINK_KEY = 'countersign.link-key';
export const fragment = '#k=';

/** Takes the key out of the address. A sign-in leaves this page, so it waits in this tab's storage until the request takes it. */
export const takeLinkKey = (): void => {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(fragment)) return;
  history.replaceState(history.state, '', pathname + search);
  try {
    sessionStorage.setItem(LINK_KEY, `${pathname.split('/')[2] ?? ''}${hash}`);
  } catch (error) {
    console.info('The key of the link has to be pasted', error);
  }
};
