/** Whether this browser has documents, without opening its database. */
const STORAGE_KEY = 'countersign.has-documents';

export const hasDocuments = (): boolean => {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
};

export const noteDocuments = (has: boolean): void => {
  try {
    if (has) localStorage.setItem(STORAGE_KEY, 'yes');
    else localStorage.removeItem(STORAGE_KEY);
  } catch (error) {
    console.info('Whether this browser has documents is not noted', error);
  }
};
