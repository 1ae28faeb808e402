import type { PayloadAction } from '@reduxjs/toolkit';
import { createEntityAdapter, createSlice } from '@reduxjs/toolkit';
import type { Media, MediaType } from '#contract/entities/media.ts';
import { visitStarted } from '../session/session.slice.ts';

const adapter = createEntityAdapter<Media>();
const initialState = adapter.getInitialState({ initiallyFetched: false });

/** Pictures for signing. Each type has one default. */
export const mediaSlice = createSlice({
  name: 'media',
  initialState,
  reducers: {
    mediaListReceived(state, { payload }: PayloadAction<Media[]>) {
      adapter.setAll(state, payload);
      state.initiallyFetched = true;
    },
    /** A new or changed picture. A new default replaces the previous one. */
    mediaReceived(state, { payload }: PayloadAction<Media>) {
      if (payload.default) {
        for (const other of Object.values(state.entities)) {
          if (other && other.type === payload.type) other.default = false;
        }
      }
      adapter.setOne(state, payload);
    },
    mediaRemoved: adapter.removeOne,
  },
  extraReducers: (builder) => {
    builder.addCase(visitStarted, () => initialState);
  },
  selectors: {
    selectMediaState: (state) => state,
  },
});

export const { mediaListReceived, mediaReceived, mediaRemoved } = mediaSlice.actions;
export const { selectMediaState } = mediaSlice.selectors;

const { selectAll } = adapter.getSelectors();

/** Returns the person's pictures of one type, the default first, then newest first. External ones stay hidden (document 1 §3). */
export const ownMedia = (state: ReturnType<typeof selectMediaState>, type: MediaType): Media[] =>
  selectAll(state)
    .filter((media) => media.type === type && !media.origin)
    .toSorted((a, b) => Number(b.default) - Number(a.default) || b.createdAt.localeCompare(a.createdAt));
