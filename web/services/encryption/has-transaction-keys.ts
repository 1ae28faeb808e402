/** Whether this browser has keys of encrypted requests, without loading what reads them. */
const STORAGE_KEY = 'countersign.has-transaction-keys';

export const noteTransactionKeys = (): void => {
  try {
    localStorage.setItem(STORAGE_KEY, 'yes');
  } catch (error) {
    console.info('Titles of encrypted requests are not shown in lists', error);
  }
};

export const hasTransactionKeys = (): boolean => {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
};
