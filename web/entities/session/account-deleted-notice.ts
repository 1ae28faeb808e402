const STORAGE_KEY = 'countersign.accountDeleted';

/** Survives the page load after leaving, so that the next page confirms the deletion of the account. */
export const storeAccountDeletedNotice = (): void => sessionStorage.setItem(STORAGE_KEY, 'yes');

/** Whether an account was deleted before this page load; true once only. */
export function takeAccountDeletedNotice(): boolean {
  const isStored = sessionStorage.getItem(STORAGE_KEY) !== null;
  sessionStorage.removeItem(STORAGE_KEY);
  return isStored;
}
