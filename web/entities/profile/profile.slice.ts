import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';
import type { Profile } from '#contract/entities/profile.ts';
import { sessionStarted, visitStarted } from '../session/session.slice.ts';

/** The signed-in person; null for visitors and before it is loaded. */
export const profileSlice = createSlice({
  name: 'profile',
  initialState: { value: null as Profile | null },
  reducers: {
    profileReceived(state, { payload }: PayloadAction<Profile>) {
      state.value = payload;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(visitStarted, (state) => {
      state.value = null;
    });
    builder.addCase(sessionStarted, (state, { payload }) => {
      if (state.value?.id !== payload) state.value = null;
    });
  },
  selectors: {
    selectProfile: (state) => state.value,
  },
});

export const { profileReceived } = profileSlice.actions;
export const { selectProfile } = profileSlice.selectors;
