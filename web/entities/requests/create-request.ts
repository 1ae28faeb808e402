import { createAsyncThunk } from '@reduxjs/toolkit';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import type { AppDispatch, RootState } from '../store.ts';

export interface RequestApi {
  dispatch: AppDispatch;
  getState: () => RootState;
  signal: AbortSignal;
}

interface RequestConfig {
  state: RootState;
  dispatch: AppDispatch;
  rejectValue: ErrorInfo;
  pendingMeta: { request: string };
  fulfilledMeta: { request: string };
  rejectedMeta: { request: string };
}

interface RequestOptions<Input> {
  /** Distinguishes parallel requests of the same name: their state is `name/key`. */
  key?(input: Input): string;
  /** Returning false skips the request. */
  condition?(input: Input, state: RootState): boolean;
}

/** A `condition` that skips the request while one of the same name is running. */
export const onlyOne = (name: string): { condition(input: unknown, state: RootState): boolean } => ({
  condition: (_, state) => state.requests[name]?.status !== 'pending',
});

/**
 * Creates a thunk for a server request, with its states as actions: pending, fulfilled, rejected with an ErrorInfo.
 * `dispatch(cancelTransaction({ id })).unwrap()` awaits it; `selectRequest(state, name)` returns its state.
 */
export const createRequest = <Input, Output>(
  name: string,
  run: (input: Input, api: RequestApi) => Promise<Output>,
  options: RequestOptions<NoInfer<Input>> = {},
) => {
  const nameOf = (input: Input) => (options.key ? `${name}/${options.key(input)}` : name);
  return createAsyncThunk<Output, Input, RequestConfig>(
    name,
    async (input, { dispatch, getState, signal, rejectWithValue, fulfillWithValue }) => {
      const meta = { request: nameOf(input) };
      try {
        return fulfillWithValue(await run(input, { dispatch, getState, signal }), meta);
      } catch (error) {
        return rejectWithValue(toAppError(error).toInfo(), meta);
      }
    },
    {
      getPendingMeta: ({ arg }) => ({ request: nameOf(arg) }),
      ...(options.condition ? { condition: (input, { getState }) => options.condition?.(input, getState()) ?? true } : {}),
    },
  );
};
