import { isAnyOf } from '@reduxjs/toolkit';
import i18next from 'i18next';
import { fetchProfile, updateProfile } from '#web/entities/profile/profile.requests.ts';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import type { AppDispatch, RootState } from '#web/entities/store.ts';
import { startListening } from '#web/entities/store.ts';
import { serviceReturned } from '#web/entities/ui-state/ui.slice.ts';
import { selectUploads } from '#web/entities/uploads/uploads.slice.ts';
import { toAppError } from '#web/services/app-error.ts';
import { expectsVisitorEntries } from '#web/services/visitor/entries-hint.ts';
import { notify, notifyError } from '#web/ui/snackbar.ts';

/** Milliseconds. The screen of the account loads first. Documents of earlier versions are rare: they are looked for last. */
const LATER = 1000;
const LAST = 15_000;

const waits = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const move = async (dispatch: AppDispatch): Promise<void> => {
  const isExpected = expectsVisitorEntries();
  // An address of this browser waits for the move.
  const isAwaited = window.location.pathname.includes('/local-');
  if (isExpected === false && !isAwaited) return;
  if (!isAwaited) await waits(isExpected ? LATER : LAST);
  try {
    const { moveToAccount } = await import('#web/entities/visitor/move-to-account.ts');
    const count = await dispatch(moveToAccount());
    if (count > 0) notify(i18next.t('lists:kept.moved', { count }));
  } catch (error) {
    console.warn('What this browser keeps can\'t be moved', toAppError(error).code);
    // Somebody waits for it: the storage can't be read, or is too full to note whose it is.
    if (isExpected || isAwaited) notifyError((await import('#web/entities/error-text.ts')).errorText(toAppError(error).toInfo()), { id: 'visitor-storage' });
  }
};

/** Guests have no account that keeps documents, until they tell their name. */
const mayKeep = ({ session, profile }: RootState): boolean => session.userId !== null && profile.value?.id === session.userId && profile.value.type === 'user';

let movedFor: string | null = null;

/** Documents that were added without an account move to the account of the first person who signs in. */
export const startVisitorListener = (): void => {
  startListening({
    matcher: isAnyOf(sessionStarted, fetchProfile.fulfilled, updateProfile.fulfilled),
    effect: async (_, { dispatch, getState }) => {
      const state = getState();
      if (!mayKeep(state) || movedFor === state.session.userId) return;
      movedFor = state.session.userId;
      await move(dispatch);
    },
  });
  startListening({
    actionCreator: serviceReturned,
    effect: async (_, { dispatch, getState }) => {
      if (mayKeep(getState()) && selectUploads(getState()).some(({ localId, status }) => localId && status === 'failed')) await move(dispatch);
    },
  });
};
