import { sessionStarted } from '#web/entities/session/session.slice.ts';
import { fetchProfile } from '#web/entities/profile/profile.requests.ts';
import { startListening } from '#web/entities/store.ts';
import { onSessionLost } from '#web/services/api/call.ts';
import { dropSession, signIn } from '#web/services/auth/auth.ts';

let leaving = false;

/** A refused token: sign in again and come back to this very address (document 3 §8.3). */
const signInAgain = async (): Promise<void> => {
  if (leaving) return;
  leaving = true;
  const { pathname, search, hash } = window.location;
  await dropSession();
  await signIn({ returnTo: `${pathname}${search}${hash}`, language: document.documentElement.lang });
};

export const startSessionListener = (): void => {
  onSessionLost(() => void signInAgain());
  startListening({
    actionCreator: sessionStarted,
    effect: async ({ payload }, { dispatch, getState }) => {
      if (getState().profile.value?.id !== payload) await dispatch(fetchProfile());
    },
  });
};
