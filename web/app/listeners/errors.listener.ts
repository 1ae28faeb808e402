import type { UnknownAction } from '@reduxjs/toolkit';
import { isRejectedWithValue } from '@reduxjs/toolkit';
import type { ErrorCode } from '#contract/errors.ts';
import { fetchProfile } from '#web/entities/profile/profile.requests.ts';
import { startListening } from '#web/entities/store.ts';

const codeOf = (action: UnknownAction): ErrorCode | undefined => (action as { payload?: { code?: ErrorCode } }).payload?.code;

/** What an error calls for besides being shown (document 3 §8.3): after a refused quota the profile knows the new one. */
export const startErrorsListener = (): void => {
  startListening({
    predicate: (action) => isRejectedWithValue(action) && codeOf(action) === 'limit_exceeded',
    effect: (_, { dispatch }) => void dispatch(fetchProfile()),
  });
};
