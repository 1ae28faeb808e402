/** The static shell that the page shows before a script has run (`scripts/vite/shell.ts`). */
const shellOf = (): HTMLElement | null => document.getElementById('shell');

/** Whether the shell is still visible, so that no loading indicator is needed. */
export const hasShell = (): boolean => shellOf() !== null;

/** Hides `place` while the shell is visible, until there is a screen. */
const isWaiting = (place: HTMLElement): boolean => place.childElementCount === 0 || place.querySelector('[data-waits]') !== null;

export const removeShell = (): void => shellOf()?.remove();

/** Removes the shell once a screen is rendered. */
export const leaveShell = (place: HTMLElement): void => {
  if (!shellOf()) return;
  const observer = new MutationObserver(() => {
    if (isWaiting(place)) return;
    observer.disconnect();
    removeShell();
  });
  observer.observe(place, { childList: true, subtree: true });
};
