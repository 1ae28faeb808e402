import type { PayloadAction, WithSlice } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';
import type { Label } from '#contract/entities/label.ts';
import { sessionStarted, spaceEntered, visitStarted } from '../session/session.slice.ts';
import { rootReducer } from '../store.ts';

interface LabelsState {
  labels: readonly Label[];
  /** Number of labels that were saved or removed on this page. */
  changes: number;
}

const initialState: LabelsState = { labels: [], changes: 0 };
const byName = (a: Label, b: Label): number => a.name.localeCompare(b.name, 'en', { numeric: true });

/** Folders and tags of the space, sorted by name. */
const labelsSlice = createSlice({
  name: 'labels',
  initialState,
  reducers: {
    labelsReceived: ({ changes }, { payload }: PayloadAction<readonly Label[]>) => ({ labels: payload, changes }),
    labelSaved: ({ labels, changes }, { payload }: PayloadAction<Label>) =>
      ({ labels: [...labels.filter(({ id }) => id !== payload.id), payload].toSorted(byName), changes: changes + 1 }),
    labelRemoved: ({ labels, changes }, { payload }: PayloadAction<string>) => ({ labels: labels.filter(({ id }) => id !== payload), changes: changes + 1 }),
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
export const selectLabels = (state: { labels?: LabelsState | undefined }): readonly Label[] => (state.labels ?? initialState).labels;
export const selectLabelChanges = (state: { labels?: LabelsState | undefined }): number => (state.labels ?? initialState).changes;
