import { useSyncExternalStore } from 'react';
import type { Device } from './device.ts';
import { deviceNow } from './device.ts';

export type { Device };

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
export const useDevice = (): Device => useSyncExternalStore(subscribe, deviceNow);
