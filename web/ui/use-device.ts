import { useSyncExternalStore } from 'react';
import type { Device } from './device.ts';
import { deviceNow } from './device.ts';

export type { Device };

/** Document 3 §9: resize events are debounced, in milliseconds. */
const RESIZE_DEBOUNCE = 200;

export const subscribeToDevice = (changed: () => void) => {
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

/** Returns the device type of the window. Prefer style sheets (styles/breakpoints); use this where the structure differs. */
export const useDevice = (): Device => useSyncExternalStore(subscribeToDevice, deviceNow);
