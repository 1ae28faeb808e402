export type Device = 'phone' | 'tablet' | 'desk';

/** The device types of document 3 §9, by the size of the window. */
export const deviceOf = (width: number, height: number): Device => {
  if (width <= 736 || (width <= 812 && height <= 375)) return 'phone';
  return width <= 1024 && height > 375 ? 'tablet' : 'desk';
};

export const deviceNow = (): Device => deviceOf(window.innerWidth, window.innerHeight);

/** Whether a finger points here. */
export const touchQuery = '(pointer: coarse)';

/** Whether fields are filled in a panel at the thumb: on a phone, and wherever a finger would have to hit them on the page. */
export const isHandheld = (): boolean => deviceNow() === 'phone' || matchMedia(touchQuery).matches;
