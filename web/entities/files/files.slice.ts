import type { PayloadAction } from '@reduxjs/toolkit';
import { createEntityAdapter, createSlice } from '@reduxjs/toolkit';
import type { FileCounters, FileMeta, FileSummary } from '#contract/entities/file.ts';
import type { ListQuery } from '#contract/entities/list-query.ts';
import type { FiledEntry, ListPage, ListState } from '../list-state.ts';
import { fileEntries, openList, placeEntry, receivePage, removeEntry, restored, unfetched } from '../list-state.ts';
import { sessionStarted, spaceEntered, visitStarted } from '../session/session.slice.ts';
import { fileRules } from './list-rules.ts';

const adapter = createEntityAdapter<FileSummary>();

interface OpenedFiles {
  metas: Record<string, FileMeta>;
  /** Whether a document is a form, by file id. Missing until checked. */
  forms: Record<string, boolean>;
}

export type FilesState = ReturnType<typeof adapter.getInitialState<ListState<FileCounters> & OpenedFiles>>;

const initialState: FilesState = adapter.getInitialState({
  ...unfetched({ all: 0, sharedWithMe: 0, archived: 0 }),
  metas: {},
  forms: {},
});

/** Files of the lists by id, and the full metadata (with fields) of opened files. */
export const filesSlice = createSlice({
  name: 'files',
  initialState,
  reducers: {
    filesPageReceived(state, { payload }: PayloadAction<ListPage<FileSummary, FileCounters>>) {
      receivePage(adapter, state, payload);
    },
    /** The query on the screen; null when the screen is left. */
    filesListOpened(state, { payload }: PayloadAction<ListQuery | null>) {
      openList(state, payload, fileRules);
    },
    /** Metadata of an opened or changed file. Updates the list only if the file is in it. */
    fileReceived(state, { payload }: PayloadAction<FileMeta>) {
      const known = state.metas[payload.id];
      if (known && (known.metaVersion > payload.metaVersion || known.version > payload.version)) return;
      state.metas[payload.id] = payload;
      if (state.entities[payload.id]) placeEntry(adapter, state, toSummary(payload), fileRules);
    },
    /** A new file of the person, which also increments the counter. */
    fileAdded(state, { payload }: PayloadAction<FileMeta>) {
      state.metas[payload.id] = payload;
      if (!state.entities[payload.id]) state.counters.all += 1;
      placeEntry(adapter, state, toSummary(payload), fileRules);
    },
    filesFiled(state, { payload }: PayloadAction<readonly FiledEntry[]>) {
      fileEntries(adapter, state, payload, fileRules);
    },
    fileRemoved(state, { payload }: PayloadAction<string>) {
      delete state.metas[payload];
      delete state.forms[payload];
      removeEntry(adapter, state, payload);
    },
    /** The last step of an upload: form detection. */
    formChecked(state, { payload }: PayloadAction<{ id: string; isForm: boolean }>) {
      state.forms[payload.id] = payload.isForm;
    },
    filesRestored(state, { payload }: PayloadAction<FilesState>) {
      return restored(state, payload);
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionStarted, (state, { payload }) => {
        state.viewer.userId = payload;
      })
      .addCase(spaceEntered, ({ viewer }, { payload }) => ({ ...initialState, viewer: { ...viewer, orgId: payload } }))
      .addCase(visitStarted, () => initialState);
  },
  selectors: {
    selectFilesState: (state) => state,
    selectFile: (state, id: string): FileMeta | undefined => state.metas[id],
    /** Undefined until checked. */
    selectIsForm: (state, id: string): boolean | undefined => state.forms[id],
    selectFileCounters: (state) => state.counters,
  },
});

/** Removes the fields, which lists do not need. */
const toSummary = (meta: FileMeta): FileSummary => {
  const summary: FileSummary & Partial<FileMeta> = { ...meta };
  delete summary.attributes;
  return summary;
};

export const { filesPageReceived, filesListOpened, fileReceived, fileAdded, fileRemoved, filesFiled, formChecked, filesRestored } = filesSlice.actions;
export const { selectFilesState, selectFile, selectIsForm, selectFileCounters } = filesSlice.selectors;
export const { selectAll: allFiles } = adapter.getSelectors();
