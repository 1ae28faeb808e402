import { useRef, useSyncExternalStore } from 'react';
import { deviceNow } from '#web/ui/device.ts';
import { isDialogOpen } from '#web/ui/is-dialog-open.ts';
import { subscribeToDevice, type Device } from '#web/ui/use-device.ts';

/** Calls `changed` when the window changes, and when a dialog closes. */
const subscribeSettled = (changed: () => void) => {
  const unsubscribe = subscribeToDevice(changed);
  // Dialogs are children of the body.
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { childList: true });
  return () => {
    unsubscribe();
    observer.disconnect();
  };
};

/**
 * Like `useDevice`, but stays the same while a dialog is open: for parts of a page that are mounted anew on another device, and with
 * them their dialogs and what was typed there, as when a tablet is turned.
 */
export const useSettledDevice = (): Device => {
  const settled = useRef<Device>(undefined);
  return useSyncExternalStore(subscribeSettled, () => {
    if (settled.current === undefined || !isDialogOpen()) settled.current = deviceNow();
    return settled.current;
  });
};
