import type { PayloadAction, WithSlice } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';
import type { SavedFilter } from '#contract/entities/saved-filter.ts';
import { type SpaceList, withRemoved, withSaved } from '../requests/space-list.ts';
import { sessionStarted, spaceEntered, visitStarted } from '../session/session.slice.ts';
import { rootReducer } from '../store.ts';

const initialState: SpaceList<SavedFilter> = { items: [], changes: 0 };

/** Filters that the person keeps in this space, sorted by name. */
const filtersSlice = createSlice({
  name: 'filters',
  initialState,
  reducers: {
    filtersReceived: ({ changes }, { payload }: PayloadAction<readonly SavedFilter[]>) => ({ items: payload, changes }),
    filterSaved: (state, { payload }: PayloadAction<SavedFilter>) => withSaved(state, payload),
    filterRemoved: (state, { payload }: PayloadAction<string>) => withRemoved(state, payload),
  },
  extraReducers: (builder) => {
    for (const left of [sessionStarted, spaceEntered, visitStarted]) builder.addCase(left, () => initialState);
  },
});

declare module '#web/entities/store.ts' {
  interface LazySlices extends WithSlice<typeof filtersSlice> {}
}
rootReducer.inject(filtersSlice);

export const { filtersReceived, filterSaved, filterRemoved } = filtersSlice.actions;
/** Until the first action the injected slice isn't in the state. */
export const selectFilters = (state: { filters?: SpaceList<SavedFilter> | undefined }): readonly SavedFilter[] => (state.filters ?? initialState).items;
export const selectFilterChanges = (state: { filters?: SpaceList<SavedFilter> | undefined }): number => (state.filters ?? initialState).changes;
