/** When somebody last did something in this browser, in whichever tab. */
const LAST = 'countersign.last-active';
const TOLD = 'countersign.last-told';
const GESTURES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
/** It is written no more often. */
const EVERY = 5000;

const read = (key: string): number => Number(localStorage.getItem(key));

export const noteActivity = (now = Date.now()): void => localStorage.setItem(LAST, String(now));

/** Where nobody knows, it was now. */
export const lastActivity = (): number => {
  if (read(LAST) === 0) noteActivity();
  return read(LAST);
};

/** What is done in a tab leaves the server in the dark: now and then it is told, by one of the tabs. */
export const shouldTell = (every: number, now = Date.now()): boolean => {
  if (lastActivity() <= read(TOLD) || now - read(TOLD) < every) return false;
  localStorage.setItem(TOLD, String(now));
  return true;
};

/** Notes what is done here; while `isHeld` says so nothing counts but what its question is answered with. */
export const watchActivity = (isHeld: () => boolean): (() => void) => {
  const note = (): void => {
    if (!isHeld() && Date.now() - lastActivity() > EVERY) noteActivity();
  };
  for (const gesture of GESTURES) window.addEventListener(gesture, note, { passive: true, capture: true });
  return () => {
    for (const gesture of GESTURES) window.removeEventListener(gesture, note, { capture: true });
  };
};
