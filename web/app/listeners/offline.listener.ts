import { isAnyOf } from '@reduxjs/toolkit';
import { liveEventReceived } from '#web/entities/live-event.ts';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import { startListening } from '#web/entities/store.ts';
import { serviceReturned } from '#web/entities/ui-state/ui.slice.ts';
import { toAppError } from '#web/services/app-error.ts';
import { currentSession } from '#web/services/auth/auth.ts';

/** Milliseconds. What stays on this device is brought up to date when nothing else needs the line. */
const SETTLE = 15_000;
/** Held by the tab that does it. */
const LOCK = 'countersign.keep-offline';

const bringUpToDate = async (userId: string): Promise<void> => {
  const [{ refreshOffline }, { deleteOldAnswers }, { evict }, { forgetLongGone }] = await Promise.all([
    import('#web/services/offline/keep-offline.service.ts'), import('#web/services/offline/answers.ts'), import('#web/services/offline/cached-bodies.ts'),
    import('#web/services/offline/forget-others.ts'),
  ]);
  await deleteOldAnswers(userId);
  await forgetLongGone(userId);
  await evict();
  await refreshOffline(userId);
};

/** Keeps what stays on this device current: after the start, when the server is back, and after events. */
export const startOfflineListener = (): void => {
  startListening({
    matcher: isAnyOf(sessionStarted, serviceReturned, liveEventReceived),
    effect: async (_, { cancelActiveListeners, delay, getState }) => {
      cancelActiveListeners();
      await delay(SETTLE);
      const { session, ui } = getState();
      if (!session.userId || ui.service === 'unavailable' || !currentSession()) return;
      const { userId } = session;
      try {
        await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? bringUpToDate(userId) : undefined));
      } catch (error) {
        console.info('What stays on this device is not brought up to date', toAppError(error).code);
      }
    },
  });
};
