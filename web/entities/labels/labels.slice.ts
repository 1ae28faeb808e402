import type { PayloadAction, WithSlice } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';
import type { Label } from '#contract/entities/label.ts';
import { type SpaceList, withRemoved, withSaved } from '../requests/space-list.ts';
import { sessionStarted, spaceEntered, visitStarted } from '../session/session.slice.ts';
import { rootReducer } from '../store.ts';

const initialState: SpaceList<Label> = { items: [], changes: 0 };

/** Folders and tags of the space, sorted by name. */
const labelsSlice = createSlice({
  name: 'labels',
  initialState,
  reducers: {
    labelsReceived: ({ changes }, { payload }: PayloadAction<readonly Label[]>) => ({ items: payload, changes }),
    labelSaved: (state, { payload }: PayloadAction<Label>) => withSaved(state, payload),
    labelRemoved: (state, { payload }: PayloadAction<string>) => withRemoved(state, payload),
  },
  extraReducers: (builder) => {
    for (const left of [sessionStarted, spaceEntered, visitStarted]) builder.addCase(left, () => initialState);
  },
});

declare module '#web/entities/store.ts' {
  interface LazySlices extends WithSlice<typeof labelsSlice> {}
}
rootReducer.inject(labelsSlice);

export const { labelsReceived, labelSaved, labelRemoved } = labelsSlice.actions;
/** Until the first action the injected slice isn't in the state. */
export const selectLabels = (state: { labels?: SpaceList<Label> | undefined }): readonly Label[] => (state.labels ?? initialState).items;
export const selectLabelChanges = (state: { labels?: SpaceList<Label> | undefined }): number => (state.labels ?? initialState).changes;
