import type { AppDispatch } from '#web/entities/store.ts';
import { serviceChanged } from '#web/entities/ui-state/ui.slice.ts';
import { onAvailability, watchNetwork } from '#web/services/availability.ts';

export const startAvailabilityListener = (dispatch: AppDispatch): void => {
  onAvailability((state) => dispatch(serviceChanged(state)));
  watchNetwork();
};
