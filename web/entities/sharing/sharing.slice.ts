import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';
import type { AccessRequest, Participant } from '#contract/entities/sharing.ts';
import { visitStarted } from '../session/session.slice.ts';

/** State of the person's own access request. */
type AccessState = 'none' | AccessRequest['status'];

interface SharingState {
  /** By kind and id of the resource; missing until fetched. */
  readonly participants: Record<string, Participant[]>;
  readonly requests: Record<string, AccessRequest[]>;
  readonly access: Record<string, AccessState>;
}

const initialState: SharingState = { participants: {}, requests: {}, access: {} };

/** Participants and access requests of resources, as last fetched. */
export const sharingSlice = createSlice({
  name: 'sharing',
  initialState,
  reducers: {
    participantsReceived(state, { payload }: PayloadAction<{ key: string; participants: Participant[] }>) {
      state.participants[payload.key] = payload.participants;
    },
    requestsReceived(state, { payload }: PayloadAction<{ key: string; requests: AccessRequest[]; status: AccessState }>) {
      state.requests[payload.key] = payload.requests.filter((each) => each.status === 'pending');
      state.access[payload.key] = payload.status;
    },
    requestAnswered(state, { payload }: PayloadAction<{ key: string; id: string }>) {
      state.requests[payload.key] = (state.requests[payload.key] ?? []).filter((each) => each.id !== payload.id);
    },
    accessStatusReceived(state, { payload }: PayloadAction<{ key: string; status: AccessState }>) {
      state.access[payload.key] = payload.status;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(visitStarted, () => initialState);
  },
  selectors: {
    selectParticipants: (state, key: string): readonly Participant[] | undefined => state.participants[key],
    selectAccessRequests: (state, key: string): readonly AccessRequest[] | undefined => state.requests[key],
    selectAccess: (state, key: string): AccessState | undefined => state.access[key],
  },
});

export const { participantsReceived, requestsReceived, requestAnswered, accessStatusReceived } = sharingSlice.actions;
export const { selectParticipants, selectAccessRequests, selectAccess } = sharingSlice.selectors;
