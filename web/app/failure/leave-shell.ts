/** What the page shows before a script has run (`scripts/vite/shell.ts`). */
const shellOf = (): HTMLElement | null => document.getElementById('shell');

/** Whether it still stands there, so that no other sign is needed. */
export const hasShell = (): boolean => shellOf() !== null;

/** While it waits, what stands in `place` shows nothing of its own: what was seen first is seen until there is a screen. */
const isWaiting = (place: HTMLElement): boolean => place.childElementCount === 0 || place.querySelector('[data-waits]') !== null;

export const removeShell = (): void => shellOf()?.remove();

/** Takes away what was shown first, as soon as there is something else to see. */
export const leaveShell = (place: HTMLElement): void => {
  if (!shellOf()) return;
  const observer = new MutationObserver(() => {
    if (isWaiting(place)) return;
    observer.disconnect();
    removeShell();
  });
  observer.observe(place, { childList: true, subtree: true });
};
