import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';

export interface SessionState {
  /** `starting` until the browser knows whether somebody is signed in. */
  status: 'starting' | 'signedIn' | 'visitor';
  userId: string | null;
}

/** Who looks at the page. The token itself stays in the auth service. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState: { status: 'starting', userId: null } as SessionState,
  reducers: {
    sessionStarted: (_, { payload }: PayloadAction<string>): SessionState => ({ status: 'signedIn', userId: payload }),
    visitStarted: (): SessionState => ({ status: 'visitor', userId: null }),
  },
  selectors: {
    selectSession: (state) => state,
    selectUserId: (state) => state.userId,
    selectIsSignedIn: (state) => state.status === 'signedIn',
  },
});

export const { sessionStarted, visitStarted } = sessionSlice.actions;
export const { selectSession, selectUserId, selectIsSignedIn } = sessionSlice.selectors;
