import type { PayloadAction, WithSlice } from '@reduxjs/toolkit';
import { createEntityAdapter, createSlice } from '@reduxjs/toolkit';
import type { Template } from '#contract/entities/template.ts';
import type { ListQuery } from '#contract/entities/list-query.ts';
import type { ListPage, ListState } from '../list-state.ts';
import { openList, receivePage, unfetched } from '../list-state.ts';
import { spaceEntered, visitStarted } from '../session/session.slice.ts';
import { rootReducer } from '../store.ts';
import { templateRules } from './list-rules.ts';

const adapter = createEntityAdapter<Template>();

/** The server doesn't count the library. */
type NoCounters = Record<string, never>;
type LibraryState = ReturnType<typeof adapter.getInitialState<ListState<NoCounters>>>;
const initialState: LibraryState = adapter.getInitialState(unfetched<NoCounters>({}));

/** Templates of the library, and the lists of them. */
const librarySlice = createSlice({
  name: 'library',
  initialState,
  reducers: {
    libraryPageReceived(state, { payload }: PayloadAction<ListPage<Template, NoCounters>>) {
      receivePage(adapter, state, payload);
    },
    /** The query on the screen; null when the screen is left. */
    libraryOpened(state, { payload }: PayloadAction<ListQuery | null>) {
      openList(state, payload, templateRules);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(spaceEntered, () => initialState).addCase(visitStarted, () => initialState);
  },
});

declare module '#web/entities/store.ts' {
  interface LazySlices extends WithSlice<typeof librarySlice> {}
}
rootReducer.inject(librarySlice);

export const { libraryPageReceived, libraryOpened } = librarySlice.actions;
/** Until the first action the injected slice isn't in the state. */
export const selectLibrary = (state: { library?: LibraryState | undefined }): LibraryState => state.library ?? initialState;
