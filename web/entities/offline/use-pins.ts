import { useCallback, useEffect, useState } from 'react';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { toAppError } from '#web/services/app-error.ts';
import { onPinsChanged, type Pin, pinsOf } from '#web/services/offline/pins.ts';

/** What stays on this device; null until it is known, and where the browser stores nothing. */
export function usePins(): readonly Pin[] | null {
  const userId = useAppSelector(selectUserId);
  const [pins, setPins] = useState<readonly Pin[] | null>(null);
  const read = useCallback((): void => {
    if (userId === null) return setPins(null);
    pinsOf(userId).then(setPins, (error: unknown) => console.info('This browser stores nothing', toAppError(error).code));
  }, [userId]);
  useEffect(() => {
    read();
    return onPinsChanged(read);
  }, [read]);
  return pins;
}
