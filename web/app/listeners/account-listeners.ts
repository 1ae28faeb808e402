/** What listens for people with an account only: live events, other tabs, quotas. Loaded with the first session. */
import type { AppDispatch, RootState } from '#web/entities/store.ts';
import { startInvitationsListener } from './invitations.listener.ts';
import { openEventStream, startLiveEventsListener } from './live-events.listener.ts';
import { startOtherTabsListener } from './other-tabs.listener.ts';
import { startQuotasListener } from './quotas.listener.ts';
import { startRequestNotices } from './request-notices.listener.ts';
import { startSharingListener } from './sharing.listener.ts';
import { startTasksListener } from './tasks.listener.ts';

export { refetchShown } from './live-events.listener.ts';

let isStarted = false;

export const startAccountListeners = (userId: string, dispatch: AppDispatch, getState: () => RootState): void => {
  if (!isStarted) {
    startLiveEventsListener();
    startInvitationsListener();
    startRequestNotices();
    startSharingListener();
    startQuotasListener();
    startOtherTabsListener(getState, dispatch);
    startTasksListener(getState, dispatch);
    isStarted = true;
  }
  openEventStream(userId, dispatch, getState);
};
