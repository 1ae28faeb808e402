import { useSyncExternalStore } from 'react';

export type Device = 'phone' | 'tablet' | 'desk';

/** The device types of document 3 §9, by the size of the window. */
export const deviceOf = (width: number, height: number): Device => {
  if (width <= 736 || (width <= 812 && height <= 375)) return 'phone';
  return width <= 1024 && height > 375 ? 'tablet' : 'desk';
};

/** Document 3 §9: resizing settles before anything is drawn anew. */
const RESIZE_DEBOUNCE = 200;

const subscribe = (changed: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const resized = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, RESIZE_DEBOUNCE);
  };
  window.addEventListener('resize', resized);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('resize', resized);
  };
};

/** Which device the window is now. Prefer style sheets (styles/breakpoints); this is for what differs in kind. */
export const useDevice = (): Device => useSyncExternalStore(subscribe, () => deviceOf(window.innerWidth, window.innerHeight));
