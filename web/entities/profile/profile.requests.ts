import type { InputOf } from '#contract/calls/calls.ts';
import { call } from '#web/services/api/call.ts';
import type { RootState } from '../store.ts';
import { createRequest } from '../requests/create-request.ts';
import { profileReceived } from './profile.slice.ts';

type ProfileChanges = InputOf<'profile.update'>['body'];

export const fetchProfile = createRequest('profile/requested', async (_: void, { dispatch, signal }) => {
  dispatch(profileReceived(await call('profile.get', {}, { signal })));
});

/** Changes made while an update was running: merged, and sent when it has finished (document 2 §7.7). */
let queued: ProfileChanges | null = null;
let sending: Promise<void> | null = null;

const drain = async (send: (changes: ProfileChanges) => Promise<void>): Promise<void> => {
  while (queued) {
    const changes = queued;
    queued = null;
    await send(changes);
  }
};

const isSame = (state: RootState, [name, value]: [string, unknown]): boolean => {
  const known: Record<string, unknown> = { ...state.profile.value };
  return known[name] === value;
};

/** Only changed properties are sent; guests always send both names. */
export const changesToSend = (changes: ProfileChanges, state: RootState): ProfileChanges => {
  const profile = state.profile.value;
  const changed = Object.fromEntries(Object.entries(changes).filter((entry) => !isSame(state, entry))) as ProfileChanges;
  if (profile?.type !== 'guest' || Object.keys(changed).length === 0) return changed;
  return { firstName: profile.firstName, lastName: profile.lastName, ...changes };
};

export const updateProfile = createRequest('profile/updateRequested', async (changes: ProfileChanges, { dispatch, getState }) => {
  const wanted = changesToSend(changes, getState());
  if (Object.keys(wanted).length === 0) return;
  queued = { ...queued, ...wanted };
  sending ??= drain(async (body) => {
    dispatch(profileReceived(await call('profile.update', { body })));
  }).finally(() => {
    sending = null;
  });
  await sending;
});

export const acceptCookies = createRequest('profile/cookiesAccepted', async (_: void, { dispatch }) => {
  dispatch(profileReceived(await call('profile.cookieConsent', {})));
});
