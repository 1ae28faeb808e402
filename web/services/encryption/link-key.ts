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

/** At a sign-out: the next person in this tab must not find it. */
export const forgetLinkKey = (): void => {
  try {
    sessionStorage.removeItem(LINK_KEY);
  } catch (error) {
    console.info('No key waits in a browser without storage', error);
  }
};

/** The fragment of an address without the key of a link, which the router of the open app sees before it is taken out. */
export const withoutLinkKey = (hash: string): string => (hash.startsWith(fragment) ? '' : hash);
