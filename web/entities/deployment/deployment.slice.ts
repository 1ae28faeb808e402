import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';
import type { Deployment } from '#contract/calls/feedback.calls.ts';

/** What this installation offers; null until it is loaded. */
export const deploymentSlice = createSlice({
  name: 'deployment',
  initialState: { value: null as Deployment | null },
  reducers: {
    deploymentReceived(state, { payload }: PayloadAction<Deployment>) {
      state.value = payload;
    },
  },
  selectors: { selectDeployment: (state) => state.value },
});

export const { deploymentReceived } = deploymentSlice.actions;
export const { selectDeployment } = deploymentSlice.selectors;
