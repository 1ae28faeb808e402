import type { AppDispatch } from '#web/entities/store.ts';
import { startListening } from '#web/entities/store.ts';
import { serviceChanged, serviceReturned } from '#web/entities/ui-state/ui.slice.ts';
import { canRetry, retryUpload } from '#web/entities/uploads/uploads.requests.ts';
import { selectUploads } from '#web/entities/uploads/uploads.slice.ts';
import { toAppError } from '#web/services/app-error.ts';
import { currentSession, personWithoutServer, restoreSession } from '#web/services/auth/auth.ts';
import { onAvailability, onServiceReturned, watchNetwork } from '#web/services/availability.ts';
import { onCachedAnswer } from '#web/services/offline/store.ts';

/** Whether the screen shows something that the browser had kept. */
let showsCached = false;

/** The app may have opened without the server, or a token may have expired meanwhile. */
const renewSession = async (): Promise<void> => {
  if (currentSession() || personWithoutServer() === null) return;
  try {
    await restoreSession();
  } catch (error) {
    console.info('The session is not renewed yet', toAppError(error).code);
  }
};

/** Mirrors the availability in the store. When the service is back, the session is renewed, what is shown fetched again, and failed uploads retried. */
export const startAvailabilityListener = (dispatch: AppDispatch): void => {
  onAvailability((state) => dispatch(serviceChanged(state)));
  onServiceReturned(() => dispatch(serviceReturned()));
  onCachedAnswer(() => {
    showsCached = true;
  });
  watchNetwork();
  startListening({
    actionCreator: serviceChanged,
    effect: async ({ payload }, { getState, dispatch: send }) => {
      if (payload !== 'available') return;
      await renewSession();
      if (showsCached) (await import('./account-listeners.ts')).refetchShown(send, getState());
      showsCached = false;
    },
  });
  startListening({
    actionCreator: serviceReturned,
    effect: (_, { getState, dispatch: send }) => {
      const waiting = selectUploads(getState()).filter((each) => each.error?.code === 'unknown_network_error' && canRetry(each));
      for (const { id } of waiting) send(retryUpload(id));
    },
  });
};
