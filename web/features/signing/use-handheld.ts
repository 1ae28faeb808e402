import { useSyncExternalStore } from 'react';
import { touchQuery } from '#web/ui/device.ts';
import { useDevice } from '#web/ui/use-device.ts';

const subscribe = (changed: () => void): (() => void) => {
  const query = matchMedia(touchQuery);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** `isHandheld` as a hook. */
export function useHandheld(): boolean {
  const device = useDevice();
  const isTouched = useSyncExternalStore(subscribe, () => matchMedia(touchQuery).matches);
  return device === 'phone' || isTouched;
}

/** Whether a mouse is the primary pointer: drawing with it is hard, so typing is offered first. */
export const prefersTyping = (): boolean => matchMedia('(pointer: fine)').matches;
