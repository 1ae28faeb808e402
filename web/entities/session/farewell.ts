const STORAGE_KEY = 'countersign.accountDeleted';

/** Leaving loads another page: it tells that the account is gone. */
export const rememberFarewell = (): void => sessionStorage.setItem(STORAGE_KEY, 'yes');

/** Whether an account was deleted before this page was loaded; told once. */
export function takeFarewell(): boolean {
  const kept = sessionStorage.getItem(STORAGE_KEY) !== null;
  sessionStorage.removeItem(STORAGE_KEY);
  return kept;
}
