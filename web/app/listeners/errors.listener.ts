import type { UnknownAction } from '@reduxjs/toolkit';
import { isAnyOf, isRejectedWithValue } from '@reduxjs/toolkit';
import type { ErrorCode } from '#contract/errors.ts';
import { routes } from '#contract/routes.ts';
import { fetchOrganizations } from '#web/entities/organizations/organizations.requests.ts';
import { fetchProfile } from '#web/entities/profile/profile.requests.ts';
import { startListening } from '#web/entities/store.ts';
import { cancelTransaction, declineTransaction, fetchTransaction, reassignRecipient, remindRecipient, startTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { router } from '../router.tsx';
import { reactionTo } from './error-reactions.ts';

const codeOf = (action: UnknownAction): ErrorCode | undefined => (action as { payload?: { code?: ErrorCode } }).payload?.code;

const refusedAction = isAnyOf(cancelTransaction.rejected, declineTransaction.rejected, reassignRecipient.rejected, remindRecipient.rejected, startTransaction.rejected);

/** An act on a transaction that the server refuses was often made on a state that somebody else changed: the new one is shown. */
const startRefetching = (): void => {
  startListening({
    matcher: refusedAction,
    effect: async ({ meta, payload }, { dispatch }) => {
      if (payload && reactionTo(payload.code) !== 'checkService') await dispatch(fetchTransaction({ id: meta.arg.id }));
    },
  });
};

/** What a refused request calls for besides being shown: what the server knows better is asked for anew. */
export const startErrorsListener = (): void => {
  startRefetching();
  startListening({
    predicate: (action) => isRejectedWithValue(action) && codeOf(action) !== undefined,
    effect: async (action, { dispatch, getState }) => {
      const code = codeOf(action);
      const reaction = code ? reactionTo(code) : 'show';
      if (reaction === 'refreshProfile') await dispatch(fetchProfile());
      // In the person's own space an organization matters only on its own pages and documents.
      const concerns = code === 'second_factor_required' || getState().session.orgId !== null;
      if (reaction === 'refreshOrganizations' && concerns && !fetchOrganizations.rejected.match(action)) await dispatch(fetchOrganizations());
      if (reaction === 'invalidLink') await router.navigate(routes.invalidLink);
    },
  });
};
