import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';

/** Files that somebody wants to have, under the name of what they belong to. */
export interface WantedFiles {
  readonly title: string;
  readonly fileIds: readonly string[];
  /** The audit trail, where there is one. */
  readonly auditFileId: string | null;
}

interface DownloadsState {
  /** What the dialog asks about; null while it is closed. */
  readonly wanted: WantedFiles | null;
}

const initialState: DownloadsState = { wanted: null };

/** Several files can be handed out in more than one way: the dialog that asks may come up on any screen. */
export const downloadsSlice = createSlice({
  name: 'downloads',
  initialState,
  reducers: {
    downloadAsked: (_, { payload }: PayloadAction<WantedFiles>) => ({ wanted: payload }),
    downloadClosed: () => initialState,
  },
  selectors: { selectWanted: (state) => state.wanted },
});

export const { downloadAsked, downloadClosed } = downloadsSlice.actions;
export const { selectWanted } = downloadsSlice.selectors;
