export type Device = 'phone' | 'tablet' | 'desk';

/** The device types of document 3 §9, by window size. */
export const deviceOf = (width: number, height: number): Device => {
  if (width <= 736 || (width <= 812 && height <= 375)) return 'phone';
  return width <= 1024 && height > 375 ? 'tablet' : 'desk';
};

export const deviceNow = (): Device => deviceOf(window.innerWidth, window.innerHeight);

/** Matches if the primary pointer is a finger. */
export const touchQuery = '(pointer: coarse)';

/** Whether fields are filled in a panel at the bottom: on phones and wherever the primary pointer is a finger. */
export const isHandheld = (): boolean => deviceNow() === 'phone' || matchMedia(touchQuery).matches;
