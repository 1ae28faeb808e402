import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';

export interface SessionState {
  /** `starting` until the browser knows whether somebody is signed in. */
  status: 'starting' | 'signedIn' | 'visitor';
  userId: string | null;
  /** The organization in whose name the person works; null for their own. */
  orgId: string | null;
}

const nobody: SessionState = { status: 'starting', userId: null, orgId: null };

/** Who looks at the page. The token itself stays in the auth service. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState: nobody,
  reducers: {
    sessionStarted: (state, { payload }: PayloadAction<string>): SessionState => ({
      status: 'signedIn', userId: payload, orgId: state.userId === payload ? state.orgId : null,
    }),
    visitStarted: (): SessionState => ({ ...nobody, status: 'visitor' }),
    /** What belongs to another space is forgotten: lists begin anew. */
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
