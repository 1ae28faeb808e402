/** Whether this browser has keys of encrypted requests, without loading what reads them. */
const STORAGE_KEY = 'countersign.has-transaction-keys';

/** Fails in a browser that stores nothing: without the note, a sign-out would leave the keys. */
export const noteTransactionKeys = (): void => localStorage.setItem(STORAGE_KEY, 'yes');

export const hasTransactionKeys = (): boolean => {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
};
