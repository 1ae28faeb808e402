import type { PayloadAction, WithSlice } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';
import type { OutputOf } from '#contract/calls/calls.ts';
import type { Notification } from '#contract/entities/notification.ts';
import { rootReducer } from '../store.ts';

type Page = OutputOf<'notifications.list'>;

interface NotificationsState {
  /** Newest first, without gaps; null before the list was loaded. */
  items: readonly Notification[] | null;
  unread: number;
  /** The id of the newest one that is known of, listed or not; undefined before anything was loaded. */
  newest: string | null | undefined;
  /** After which the next page begins; null at the end. */
  lastKey: string | null;
}

const initialState: NotificationsState = { items: null, unread: 0, newest: undefined, lastKey: null };

export interface ReadNotifications {
  ids?: string[];
  /** The resource they are about. */
  about?: string;
  upTo?: string;
}

/** Whether one of them is meant. */
const isMeant = ({ ids, about, upTo }: ReadNotifications, { id, source }: Notification): boolean =>
  (ids?.includes(id) ?? false) || (about !== undefined && source.body?.id === about) || (upTo !== undefined && id <= upTo);

/** Puts the newest page before what was loaded, or in its place if there may be others in between. */
function withNewest(known: readonly Notification[] | null, { notifications, lastKey }: Page): { items: readonly Notification[]; isWhole: boolean } {
  const [newest, oldest] = [known?.[0], notifications.at(-1)];
  if (!known || !newest || !oldest || lastKey === null || oldest.id > newest.id) return { items: notifications, isWhole: false };
  return { items: [...notifications, ...known.filter(({ id }) => id < oldest.id)], isWhole: true };
}

/** What happened to the person's requests and documents, in all spaces. */
const notificationsSlice = createSlice({
  name: 'notifications',
  initialState,
  reducers: {
    /** Those of somebody else, or of nobody, are forgotten. */
    notificationsForgotten: () => initialState,
    unreadReceived: (state, { payload: { unread, newest } }: PayloadAction<OutputOf<'notifications.unread'>>) => ({ ...state, unread, newest }),
    unreadCounted: (state, { payload }: PayloadAction<number>) => ({ ...state, unread: payload }),
    newestReceived: (state, { payload }: PayloadAction<Page>) => {
      const { items, isWhole } = withNewest(state.items, payload);
      return { items, unread: payload.unread, newest: items[0]?.id ?? null, lastKey: isWhole ? state.lastKey : payload.lastKey };
    },
    olderReceived: (state, { payload }: PayloadAction<Page>) => {
      const oldest = state.items?.at(-1)?.id;
      const older = payload.notifications.filter(({ id }) => oldest === undefined || id < oldest);
      return { ...state, items: [...(state.items ?? []), ...older], unread: payload.unread, lastKey: payload.lastKey };
    },
    notificationsRead: (state, { payload }: PayloadAction<ReadNotifications>) => ({
      ...state, items: state.items?.map((each) => (each.new && isMeant(payload, each) ? { ...each, new: false } : each)) ?? null,
    }),
  },
});

declare module '#web/entities/store.ts' {
  interface LazySlices extends WithSlice<typeof notificationsSlice> {}
}
rootReducer.inject(notificationsSlice);

export const { notificationsForgotten, unreadReceived, unreadCounted, newestReceived, olderReceived, notificationsRead } = notificationsSlice.actions;
/** Until the first action the injected slice isn't in the state. */
export const selectNotifications = (state: { notifications?: NotificationsState | undefined }): NotificationsState => state.notifications ?? initialState;
