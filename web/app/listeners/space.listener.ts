import { isAnyOf } from '@reduxjs/toolkit';
import { organizationRemoved, organizationsReceived, selectOrganization } from '#web/entities/organizations/organizations.slice.ts';
import { sessionStarted, spaceEntered } from '#web/entities/session/session.slice.ts';
import { startListening } from '#web/entities/store.ts';
import { enterSpace, storedSpace } from '#web/services/space.ts';

/** Applies the selected space to calls, and restores the last one at the start. */
export const startSpaceListener = (): void => {
  startListening({
    actionCreator: sessionStarted,
    effect: ({ payload: userId }, { dispatch, getOriginalState }) => {
      if (getOriginalState().session.userId === userId) return;
      const stored = storedSpace(userId);
      if (stored) dispatch(spaceEntered(stored));
    },
  });
  startListening({
    actionCreator: spaceEntered,
    effect: ({ payload }, { getState }) => enterSpace(getState().session.userId, payload),
  });
  // After leaving an organization the person returns to the own space.
  startListening({
    matcher: isAnyOf(organizationsReceived, organizationRemoved),
    effect: (_, { dispatch, getState }) => {
      const { orgId } = getState().session;
      if (orgId && !selectOrganization(getState(), orgId)) dispatch(spaceEntered(null));
    },
  });
};
