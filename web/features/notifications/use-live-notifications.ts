import { useEffect, useSyncExternalStore } from 'react';
import type { NavigateFunction } from 'react-router-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Notification } from '#contract/entities/notification.ts';
import { hasMessages } from '#contract/entities/notification-messages.ts';
import { pageOfNotification } from '#contract/entities/notification-page.ts';
import { timing } from '#contract/limits/timing.ts';
import { liveEventReceived, liveEventsMissed } from '#web/entities/live-event.ts';
import { fetchNewest, fetchUnread, readNotifications } from '#web/entities/notifications/notifications.requests.ts';
import { notificationsForgotten, selectNotifications } from '#web/entities/notifications/notifications.slice.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import type { AppDispatch, RootState } from '#web/entities/store.ts';
import { startListening, useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { eventsChanged, selectVisited } from '#web/entities/ui-state/ui.slice.ts';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';
import { onSavedElsewhere } from '#web/services/other-tabs.ts';
import { notify } from '#web/ui/snackbar.ts';
import { snackbarOf } from './snackbars.ts';

interface Api {
  dispatch: AppDispatch;
  getState: () => RootState;
}

const loadTexts = withFurtherTexts(() => import('./message-text.ts'));

const isShown = (notification: Notification, state: RootState): boolean => {
  const id = notification.source.body?.id;
  return id !== undefined && (selectVisited(state).at(-1)?.includes(id) ?? false);
};

async function showSnackbar(notification: Notification, navigate: NavigateFunction): Promise<void> {
  const { lineOf, openText } = await loadTexts();
  const page = pageOfNotification(notification);
  notify(lineOf(notification), {
    // What happens next to a resource replaces the notice before.
    id: `notices/${notification.source.body?.id ?? notification.id}`,
    ...(page === null ? {} : { action: { text: openText(), run: () => void navigate(page) } }),
  });
}

/** Counts again. Only if there are new ones is the list fetched, and the snackbars of those that no other listener shows. */
async function refresh({ dispatch, getState }: Api, navigate: NavigateFunction): Promise<void> {
  const { newest: known } = selectNotifications(getState());
  const counted = await dispatch(fetchUnread());
  if (!fetchUnread.fulfilled.match(counted) || known === undefined || counted.payload.newest === known) return;
  const listed = await dispatch(fetchNewest());
  if (!fetchNewest.fulfilled.match(listed)) return;
  const news = listed.payload.notifications.filter((each) => each.new && (known === null || each.id > known) && snackbarOf[each.message.code] === 'list' && !isShown(each, getState()));
  for (const each of news.slice(0, 1)) await showSnackbar(each, navigate);
}

/** Follows the live events: many at once are answered by one request. */
export const useLiveNotifications = (): void => {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const userId = useAppSelector(selectUserId);
  useEffect(() => {
    dispatch(notificationsForgotten());
    void dispatch(fetchUnread());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (api: Api): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refresh(api, navigate);
      }, timing.notificationsDebounce);
    };
    // They may have been read on another device.
    const seen = (): void => {
      if (document.visibilityState === 'visible') void dispatch(fetchUnread());
    };
    document.addEventListener('visibilitychange', seen);
    const stops = [
      () => document.removeEventListener('visibilitychange', seen),
      startListening({ actionCreator: liveEventReceived, effect: ({ payload }, api) => (hasMessages(payload.type) ? later(api) : undefined) }),
      startListening({ actionCreator: liveEventsMissed, effect: (_, api) => later(api) }),
      // What happened without a connection may be more than the stream repeats.
      startListening({ actionCreator: eventsChanged, effect: ({ payload }, api) => (payload === 'open' ? later(api) : undefined) }),
      onSavedElsewhere((saved) => {
        if (saved.kind === 'notifications' && saved.userId === userId) void dispatch(fetchNewest());
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [dispatch, navigate, userId]);
};

const onVisibility = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};
const isVisible = (): boolean => document.visibilityState === 'visible';

/** Whoever sees a resource has read what there is about it; nobody sees a tab in the background. */
export const useReadHere = (): void => {
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const { unread, newest } = useAppSelector(selectNotifications);
  const about = /[0-9a-f]{24}/.exec(pathname)?.[0];
  const isUnread = useSyncExternalStore(onVisibility, isVisible) && unread > 0;
  useEffect(() => {
    if (about !== undefined && isUnread) void dispatch(readNotifications({ about }));
  }, [dispatch, about, isUnread, newest]);
};

/** The number on the icon of the installed app. */
export const useAppBadge = (unread: number): void => {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    void (unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()).catch(() => undefined);
  }, [unread]);
  useEffect(() => () => {
    if ('clearAppBadge' in navigator) void navigator.clearAppBadge().catch(() => undefined);
  }, []);
};
