import type { PayloadAction } from '@reduxjs/toolkit';
import { createAction, createSlice } from '@reduxjs/toolkit';
import type { Profile } from '#contract/entities/profile.ts';
import { counts } from '#contract/limits/counts.ts';
import type { Availability } from '#web/services/availability.ts';
import type { EventsState } from '#web/services/events/live-events.ts';

export type Theme = Profile['theme'];

export type Frame = 'full' | 'narrow' | 'bare';

interface UiState {
  theme: Theme;
  /** The frame that the screen set; null for the route's frame. */
  frame: Frame | null;
  service: Availability;
  events: EventsState;
  /** Whether the screen says that nothing is at its address. */
  isNotFound: boolean;
  /** The last five paths, oldest first (document 1 §2). */
  visited: string[];
}

/** UI state shared by the whole page and not stored on the server. */
export const uiSlice = createSlice({
  name: 'ui',
  initialState: { theme: 'auto', frame: null, service: 'available', events: 'closed', isNotFound: false, visited: [] } as UiState,
  reducers: {
    themeChosen(state, { payload }: PayloadAction<Theme>) {
      state.theme = payload;
    },
    frameRequested(state, { payload }: PayloadAction<Frame | null>) {
      state.frame = payload;
    },
    serviceChanged(state, { payload }: PayloadAction<Availability>) {
      state.service = payload;
    },
    eventsChanged(state, { payload }: PayloadAction<EventsState>) {
      state.events = payload;
    },
    notFoundShown(state, { payload }: PayloadAction<boolean>) {
      state.isNotFound = payload;
    },
    pathVisited(state, { payload }: PayloadAction<string>) {
      if (state.visited.at(-1) !== payload) state.visited = [...state.visited, payload].slice(-counts.visitedPaths);
    },
  },
  selectors: {
    selectTheme: (state) => state.theme,
    selectFrame: (state) => state.frame,
    selectService: (state) => state.service,
    selectIsNotFound: (state) => state.isNotFound,
    selectVisited: (state) => state.visited,
  },
});

export const { themeChosen, frameRequested, serviceChanged, eventsChanged, notFoundShown, pathVisited } = uiSlice.actions;
/** What failed because of the network may be tried again. */
export const serviceReturned = createAction('ui/serviceReturned');
export const { selectTheme, selectFrame, selectService, selectIsNotFound, selectVisited } = uiSlice.selectors;
