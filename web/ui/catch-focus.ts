/** Milliseconds. A dialog that closes gives the focus back within a frame after its animation. */
const lookEvery = 50;
const lookFor = 1_000;

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Focuses an element if the focus is lost because the focused control goes away: its row was removed or moved, or its dialog closes onto
 * a button that is gone. A person who has gone on to another control stays there.
 */
export function catchFocus(fallback: () => HTMLElement | null | undefined): void {
  const until = Date.now() + lookFor;
  const look = (wasNowhere: boolean): void => {
    const isLost = isNowhere();
    if (isLost && wasNowhere) fallback()?.focus({ preventScroll: true });
    else if (Date.now() < until) setTimeout(() => look(isLost), lookEvery);
  };
  look(false);
}
