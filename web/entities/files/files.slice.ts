import type { PayloadAction } from '@reduxjs/toolkit';
import { createEntityAdapter, createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { FileCounters, FileMeta, FileSummary } from '#contract/entities/file.ts';
import type { ListPage, ListState } from '../list-state.ts';
import { receivePage, removeEntry, restored, unfetched } from '../list-state.ts';
import { spaceEntered, visitStarted } from '../session/session.slice.ts';

const adapter = createEntityAdapter<FileSummary>();

interface OpenedFiles {
  metas: Record<string, FileMeta>;
  /** Whether a document is a form, by its id, once that was looked into. */
  forms: Record<string, boolean>;
}

export type FilesState = ReturnType<typeof adapter.getInitialState<ListState<FileCounters> & OpenedFiles>>;

const initialState: FilesState = adapter.getInitialState({
  ...unfetched({ all: 0, sharedWithMe: 0 }),
  metas: {},
  forms: {},
});

/** Files of the list by id, and the full meta (with fields) of those that were opened. */
export const filesSlice = createSlice({
  name: 'files',
  initialState,
  reducers: {
    filesPageReceived(state, { payload }: PayloadAction<ListPage<FileSummary, FileCounters>>) {
      receivePage(adapter, state, payload);
    },
    /** The meta of a file that was opened or changed; it is in the list only if it was. */
    fileReceived(state, { payload }: PayloadAction<FileMeta>) {
      const known = state.metas[payload.id];
      if (known && known.metaVersion > payload.metaVersion) return;
      state.metas[payload.id] = payload;
      if (state.entities[payload.id]) adapter.setOne(state, toSummary(payload));
    },
    /** A file of one's own that is new: the counter goes up with it. */
    fileAdded(state, { payload }: PayloadAction<FileMeta>) {
      state.metas[payload.id] = payload;
      if (!state.entities[payload.id]) state.counters.all += 1;
      adapter.setOne(state, toSummary(payload));
    },
    fileRemoved(state, { payload }: PayloadAction<string>) {
      delete state.metas[payload];
      delete state.forms[payload];
      removeEntry(adapter, state, payload);
    },
    /** The last step of taking a document in: form detection. */
    formChecked(state, { payload }: PayloadAction<{ id: string; isForm: boolean }>) {
      state.forms[payload.id] = payload.isForm;
    },
    filesRestored(state, { payload }: PayloadAction<FilesState>) {
      return restored(state, payload);
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(isAnyOf(visitStarted, spaceEntered), () => initialState);
  },
  selectors: {
    selectFilesState: (state) => state,
    selectFile: (state, id: string): FileMeta | undefined => state.metas[id],
    /** Undefined until it was looked into. */
    selectIsForm: (state, id: string): boolean | undefined => state.forms[id],
    selectFileCounters: (state) => state.counters,
  },
});

/** Lists need no fields. */
const toSummary = (meta: FileMeta): FileSummary => {
  const summary: FileSummary & Partial<FileMeta> = { ...meta };
  delete summary.attributes;
  return summary;
};

export const { filesPageReceived, fileReceived, fileAdded, fileRemoved, formChecked, filesRestored } = filesSlice.actions;
export const { selectFilesState, selectFile, selectIsForm, selectFileCounters } = filesSlice.selectors;
export const { selectAll: allFiles } = adapter.getSelectors();
