import type { PayloadAction } from '@reduxjs/toolkit';
import { createEntityAdapter, createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { FileCounters, FileMeta, FileSummary } from '#contract/entities/file.ts';
import type { ListState } from '../list-state.ts';
import { goneFrom, reachedBy } from '../list-state.ts';
import { spaceEntered, visitStarted } from '../session/session.slice.ts';

const adapter = createEntityAdapter<FileSummary>();

export interface FilesPage {
  files: FileSummary[];
  counters: FileCounters;
  lastKey: string | null;
  first: boolean;
  /** When the last entry before the page was made; null where the list begins with it. */
  after: string | null;
}

interface Opened {
  metas: Record<string, FileMeta>;
  /** Whether a document is a form, by its id, once that was looked into. */
  forms: Record<string, boolean>;
}

export type FilesState = ReturnType<typeof adapter.getInitialState<ListState<FileCounters> & Opened>>;

const initialState: FilesState = adapter.getInitialState({
  counters: { all: 0, sharedWithMe: 0 },
  initiallyFetched: false,
  allFetched: false,
  lastKey: null,
  reached: null,
  metas: {},
  forms: {},
});

/** Files of the list by id, and the full meta (with fields) of those that were opened. */
export const filesSlice = createSlice({
  name: 'files',
  initialState,
  reducers: {
    filesPageReceived(state, { payload }: PayloadAction<FilesPage>) {
      const reached = reachedBy(state, { items: payload.files, lastKey: payload.lastKey, first: payload.first });
      adapter.removeMany(state, goneFrom(Object.values(state.entities), payload.files, payload.after, payload.lastKey === null));
      adapter.upsertMany(state, payload.files);
      Object.assign(state, reached);
      state.counters = payload.counters;
      state.initiallyFetched = true;
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
      if (!state.entities[payload]) return;
      adapter.removeOne(state, payload);
      state.counters.all = Math.max(0, state.counters.all - 1);
    },
    /** The last step of taking a document in: form detection. */
    formChecked(state, { payload }: PayloadAction<{ id: string; isForm: boolean }>) {
      state.forms[payload.id] = payload.isForm;
    },
    filesRestored(state, { payload }: PayloadAction<FilesState>) {
      return state.initiallyFetched ? state : { ...payload, allFetched: false, lastKey: null, reached: null };
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
