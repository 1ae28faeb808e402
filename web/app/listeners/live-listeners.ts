/** Whatever reacts to live events. Loaded with the first session: somebody without an account gets none. */
import type { AppDispatch, RootState } from '#web/entities/store.ts';
import { startInvitationsListener } from './invitations.listener.ts';
import { openEventStream, startLiveEventsListener } from './live-events.listener.ts';
import { startRequestNotices } from './request-notices.listener.ts';
import { startSharingListener } from './sharing.listener.ts';

let isStarted = false;

export const startLiveListeners = (userId: string, dispatch: AppDispatch, getState: () => RootState): void => {
  if (!isStarted) {
    startLiveEventsListener();
    startInvitationsListener();
    startRequestNotices();
    startSharingListener();
    isStarted = true;
  }
  openEventStream(userId, dispatch, getState);
};
