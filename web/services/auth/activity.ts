/** Storage key for the time of the last input in any tab. */
const LAST = 'countersign.last-active';
const LAST_REPORT = 'countersign.last-activity-report';
const GESTURES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
/** Milliseconds between writes to storage. */
const EVERY = 5000;

const read = (key: string): number => Number(localStorage.getItem(key));

export const noteActivity = (now = Date.now()): void => localStorage.setItem(LAST, String(now));

/** Without a stored value, now. */
export const lastActivity = (): number => {
  if (read(LAST) === 0) noteActivity();
  return read(LAST);
};

/** Input alone sends no request, so one of the tabs reports activity to the server from time to time. */
export const shouldReportActivity = (every: number, now = Date.now()): boolean => {
  if (lastActivity() <= read(LAST_REPORT) || now - read(LAST_REPORT) < every) return false;
  localStorage.setItem(LAST_REPORT, String(now));
  return true;
};

/** Records input. While `isWarningOpen` returns true (the idle warning is open), only an answer to the warning counts. */
export const watchActivity = (isWarningOpen: () => boolean): (() => void) => {
  const note = (): void => {
    if (!isWarningOpen() && Date.now() - lastActivity() > EVERY) noteActivity();
  };
  for (const gesture of GESTURES) window.addEventListener(gesture, note, { passive: true, capture: true });
  return () => {
    for (const gesture of GESTURES) window.removeEventListener(gesture, note, { capture: true });
  };
};
