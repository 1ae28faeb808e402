const KEPT = 'countersign.accountDeleted';

/** Leaving loads another page: it tells that the account is gone. */
export const rememberFarewell = (): void => sessionStorage.setItem(KEPT, 'yes');

/** Whether an account was deleted before this page was loaded; told once. */
export function takeFarewell(): boolean {
  const kept = sessionStorage.getItem(KEPT) !== null;
  sessionStorage.removeItem(KEPT);
  return kept;
}
