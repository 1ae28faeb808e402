/** The key that came with a link and waits in this tab. Apart from what takes it out of the address, so that the first load has only that. */
import { fragment, LINK_KEY } from './link-key.ts';

/** The fragment that came with a link to this request; null if there is none. It waits until the key is stored, or was found not to fit. */
export const waitingLinkKey = (transactionId: string): string | null => {
  try {
    const waiting = sessionStorage.getItem(LINK_KEY);
    return waiting?.startsWith(transactionId + fragment) === true ? waiting.slice(transactionId.length) : null;
  } catch (error) {
    console.info('No key waits in a browser without storage', error);
    return null;
  }
};

export const discardLinkKey = (transactionId: string): void => {
  if (waitingLinkKey(transactionId) !== null) sessionStorage.removeItem(LINK_KEY);
};
