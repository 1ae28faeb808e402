import { isAnyOf } from '@reduxjs/toolkit';
import { fetchOrganization } from '#web/entities/organizations/organizations.requests.ts';
import { fetchProfile } from '#web/entities/profile/profile.requests.ts';
import type { RootState } from '#web/entities/store.ts';
import { startListening } from '#web/entities/store.ts';
import { createTemplate, deleteTemplate, saveAsTemplate } from '#web/entities/templates/templates.requests.ts';
import { startTransaction } from '#web/entities/transactions/transactions.requests.ts';

const changesQuota = isAnyOf(startTransaction.fulfilled, createTemplate.fulfilled, saveAsTemplate.fulfilled, deleteTemplate.fulfilled);

/** Whether anything is counted; a negative quota is unlimited. */
const isCounted = ({ profile, organizations, session }: RootState): boolean =>
  [profile.value?.featureFlags, organizations.entities[session.orgId ?? '']?.featureFlags].some((flags) => flags && (flags.transactionsQuota >= 0 || flags.templatesQuota >= 0));

/** What is left of a quota is fetched again after it was used. */
export const startQuotasListener = (): void => {
  startListening({
    matcher: changesQuota,
    effect: async (_, { dispatch, getState }) => {
      const state = getState();
      if (!isCounted(state)) return;
      const { orgId } = state.session;
      await Promise.all([dispatch(fetchProfile()), ...(orgId ? [dispatch(fetchOrganization({ id: orgId }))] : [])]);
    },
  });
};
