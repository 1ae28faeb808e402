import { useMemo } from 'react';
import { combinePlanFlags, type PlanFlags } from '#contract/permissions/plan.permissions.ts';
import { allOrganizations, selectOrganization, selectOrganizationsState } from '../organizations/organizations.slice.ts';
import { selectProfile } from '../profile/profile.slice.ts';
import { selectOrgId } from '../session/session.slice.ts';
import { useAppSelector } from '../store.ts';
import { planFlagsIn, type PlanSpace } from './plan-flags.ts';

/** Returns the plan features that apply to an object; null if this person can't know them. */
export function usePlanFlags({ ownerId, orgId }: PlanSpace): PlanFlags | null {
  const own = useAppSelector(selectProfile);
  const organization = useAppSelector((state) => selectOrganization(state, orgId ?? ''));
  return useMemo(() => planFlagsIn({ ownerId, orgId }, own, organization), [ownerId, orgId, own, organization]);
}

/** Returns the plan features of the current space. */
export function useOwnPlanFlags(): PlanFlags | null {
  const ownerId = useAppSelector(selectProfile)?.id ?? '';
  return usePlanFlags({ ownerId, orgId: useAppSelector(selectOrgId) });
}

/** Returns the features of all plans available to this person, for actions outside any space. */
export function useAnyPlanFlags(): PlanFlags | null {
  const own = useAppSelector(selectProfile)?.featureFlags;
  const state = useAppSelector(selectOrganizationsState);
  return useMemo(() => (own ? combinePlanFlags([own, ...allOrganizations(state).map(({ featureFlags }) => featureFlags)]) : null), [own, state]);
}
