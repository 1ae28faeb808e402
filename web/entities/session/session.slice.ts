import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';

interface SessionState {
  /** `starting` until the session is known. */
  status: 'starting' | 'signedIn' | 'visitor';
  userId: string | null;
  /** The organization in which the person works; null for the personal space. */
  orgId: string | null;
}

const nobody: SessionState = { status: 'starting', userId: null, orgId: null };

/** The current user. The token stays in the auth service. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState: nobody,
  reducers: {
    sessionStarted: (state, { payload }: PayloadAction<string>): SessionState => ({
      status: 'signedIn', userId: payload, orgId: state.userId === payload ? state.orgId : null,
    }),
    visitStarted: (): SessionState => ({ ...nobody, status: 'visitor' }),
    /** Slices drop data of the previous space; their lists restart. */
    spaceEntered(state, { payload }: PayloadAction<string | null>) {
      state.orgId = payload;
    },
  },
  selectors: {
    selectSession: (state) => state,
    selectUserId: (state) => state.userId,
    selectOrgId: (state) => state.orgId,
    selectIsSignedIn: (state) => state.status === 'signedIn',
  },
});

export const { sessionStarted, visitStarted, spaceEntered } = sessionSlice.actions;
export const { selectSession, selectUserId, selectOrgId, selectIsSignedIn } = sessionSlice.selectors;
