import type { AppDispatch } from '#web/entities/store.ts';
import { startListening } from '#web/entities/store.ts';
import { serviceChanged } from '#web/entities/ui-state/ui.slice.ts';
import { canRetry, retryUpload } from '#web/entities/uploads/uploads.requests.ts';
import { selectUploads } from '#web/entities/uploads/uploads.slice.ts';
import { onAvailability, watchNetwork } from '#web/services/availability.ts';

/** Mirrors the availability in the store, and retries failed uploads when the service is back. */
export const startAvailabilityListener = (dispatch: AppDispatch): void => {
  onAvailability((state) => dispatch(serviceChanged(state)));
  watchNetwork();
  startListening({
    actionCreator: serviceChanged,
    effect: ({ payload }, { getState, dispatch: send }) => {
      if (payload !== 'available') return;
      const waiting = selectUploads(getState()).filter((each) => each.error?.code === 'unknown_network_error' && canRetry(each));
      for (const { id } of waiting) send(retryUpload(id));
    },
  });
};
