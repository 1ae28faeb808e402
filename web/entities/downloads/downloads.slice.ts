import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';

/** Files to download, titled after the object they belong to. */
export interface DownloadableFiles {
  readonly title: string;
  readonly fileIds: readonly string[];
  /** The audit trail, if there is one. */
  readonly auditFileId: string | null;
}

interface DownloadsState {
  /** The files that the dialog offers; null while it is closed. */
  readonly wanted: DownloadableFiles | null;
}

const initialState: DownloadsState = { wanted: null };

/** State of the download dialog, which can open on any screen. Several files can be downloaded in more than one way. */
export const downloadsSlice = createSlice({
  name: 'downloads',
  initialState,
  reducers: {
    downloadRequested: (_, { payload }: PayloadAction<DownloadableFiles>) => ({ wanted: payload }),
    downloadClosed: () => initialState,
  },
  selectors: { selectWanted: (state) => state.wanted },
});

export const { downloadRequested, downloadClosed } = downloadsSlice.actions;
export const { selectWanted } = downloadsSlice.selectors;
