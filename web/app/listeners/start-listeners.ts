import type { AppDispatch, RootState } from '#web/entities/store.ts';
import { startAvailabilityListener } from './availability.listener.ts';
import { startCacheListener } from './cache.listener.ts';
import { startErrorsListener } from './errors.listener.ts';
import { startInvitationsListener } from './invitations.listener.ts';
import { startLiveEventsListener } from './live-events.listener.ts';
import { startRequestNotices } from './request-notices.listener.ts';
import { startOtherTabsListener } from './other-tabs.listener.ts';
import { startProfileListener } from './profile.listener.ts';
import { startQuotasListener } from './quotas.listener.ts';
import { startReloginListener } from './relogin.listener.ts';
import { startSharingListener } from './sharing.listener.ts';
import { startTelemetryListener } from './telemetry.listener.ts';
import { startVisitorListener } from './visitor.listener.ts';
import { startVersionListener } from './version.listener.ts';
import { startSpaceListener } from './space.listener.ts';
import { startSessionListener } from './session.listener.ts';

/** Starts all global listeners. Called once. */
export const startListeners = (getState: () => RootState, dispatch: AppDispatch): void => {
  // Must be first, because the others fetch in this space.
  startSpaceListener();
  startSessionListener();
  startReloginListener();
  startProfileListener();
  startLiveEventsListener();
  startInvitationsListener();
  startRequestNotices();
  startQuotasListener();
  startSharingListener();
  startOtherTabsListener(getState, dispatch);
  startCacheListener();
  startErrorsListener();
  startAvailabilityListener(dispatch);
  startTelemetryListener(getState);
  startVersionListener();
  startVisitorListener();
};
