import type { UnknownAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';
import type { ErrorInfo } from '#web/services/app-error.ts';

/** State of a request, which dialogs show. */
type RequestState =
  | { status: 'idle'; error: null }
  | { status: 'pending'; error: null }
  | { status: 'resolved'; error: null }
  | { status: 'rejected'; error: ErrorInfo };

export const idle: RequestState = { status: 'idle', error: null };

interface Meta {
  request: string;
  requestStatus: 'pending' | 'fulfilled' | 'rejected';
}

/** Actions of `createRequest` carry the name under which they are tracked. */
const requestOf = (action: UnknownAction): Meta | null => {
  const meta = (action as { meta?: Partial<Meta> }).meta;
  return meta?.request && meta.requestStatus ? (meta as Meta) : null;
};

/** Loading state and errors by request name, so that screens need no state of their own. */
export const requestsSlice = createSlice({
  name: 'requests',
  initialState: {} as Record<string, RequestState>,
  reducers: {
    /** Resets the request when its dialog closes. */
    requestForgotten(state, { payload }: { payload: string }) {
      delete state[payload];
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(
      (action: UnknownAction) => requestOf(action) !== null,
      (state, action) => {
        const meta = requestOf(action);
        if (!meta) return;
        if (meta.requestStatus === 'pending') state[meta.request] = { status: 'pending', error: null };
        if (meta.requestStatus === 'fulfilled') state[meta.request] = { status: 'resolved', error: null };
        if (meta.requestStatus === 'rejected') {
          const error = (action as { payload?: ErrorInfo }).payload;
          if (error?.code === 'process_canceled' || !error) delete state[meta.request];
          else state[meta.request] = { status: 'rejected', error };
        }
      },
    );
  },
  selectors: {
    selectRequest: (state, name: string): RequestState => state[name] ?? idle,
  },
});

export const { requestForgotten } = requestsSlice.actions;
export const { selectRequest } = requestsSlice.selectors;
