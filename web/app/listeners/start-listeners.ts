import { sessionStarted } from '#web/entities/session/session.slice.ts';
import type { AppDispatch, RootState } from '#web/entities/store.ts';
import { startListening } from '#web/entities/store.ts';
import { timing } from '#contract/limits/timing.ts';
import { isHandheld } from '#web/ui/device.ts';
import { startAvailabilityListener } from './availability.listener.ts';
import { startCacheListener } from './cache.listener.ts';
import { startErrorsListener } from './errors.listener.ts';
import { startProfileListener } from './profile.listener.ts';
import { startOfflineListener } from './offline.listener.ts';
import { startReloginListener } from './relogin.listener.ts';
import { startTelemetryListener } from './telemetry.listener.ts';
import { startWaitingSignaturesListener } from './waiting-signatures.listener.ts';
import { startVisitorListener } from './visitor.listener.ts';
import { startVersionListener } from './version.listener.ts';
import { startSpaceListener } from './space.listener.ts';
import { startSessionListener } from './session.listener.ts';

/** Starts all global listeners. Called once. */
export const startListeners = (getState: () => RootState, dispatch: AppDispatch): void => {
  // Must be first, because the others fetch in this space.
  startSpaceListener();
  startSessionListener(getState);
  startReloginListener();
  startProfileListener();
  startListening({
    actionCreator: sessionStarted,
    effect: async ({ payload }, { delay, dispatch: send, getState: current }) => {
      // On the slow line of a phone the first screen comes before them. What happens meanwhile is fetched when the stream opens.
      if (isHandheld()) await delay(timing.liveEventsDelay);
      const { startAccountListeners } = await import('./account-listeners.ts');
      if (current().session.userId === payload) startAccountListeners(payload, send, current);
    },
  });
  startCacheListener();
  startOfflineListener();
  startWaitingSignaturesListener();
  startErrorsListener();
  startAvailabilityListener(dispatch);
  startTelemetryListener(getState);
  startVersionListener();
  startVisitorListener();
};
