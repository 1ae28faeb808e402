import { useMemo } from 'react';
import { heldByAny, type PlanFlags } from '#contract/permissions/plan.permissions.ts';
import { allOrganizations, selectOrganization, selectOrganizationsState } from '../organizations/organizations.slice.ts';
import { selectProfile } from '../profile/profile.slice.ts';
import { selectOrgId } from '../session/session.slice.ts';
import { useAppSelector } from '../store.ts';
import { planFlagsIn, type PlanSpace } from './plan-flags.ts';

/** What the plans hold that count for a thing; null where this person can't know. */
export function usePlanFlags({ ownerId, orgId }: PlanSpace): PlanFlags | null {
  const own = useAppSelector(selectProfile);
  const organization = useAppSelector((state) => selectOrganization(state, orgId ?? ''));
  return useMemo(() => planFlagsIn({ ownerId, orgId }, own, organization), [ownerId, orgId, own, organization]);
}

/** What the plans of the space hold in which this person works. */
export function useOwnPlanFlags(): PlanFlags | null {
  const ownerId = useAppSelector(selectProfile)?.id ?? '';
  return usePlanFlags({ ownerId, orgId: useAppSelector(selectOrgId) });
}

/** What any plan holds that this person has a part in: for what is done in no space. */
export function useAnyPlanFlags(): PlanFlags | null {
  const own = useAppSelector(selectProfile)?.featureFlags;
  const state = useAppSelector(selectOrganizationsState);
  return useMemo(() => (own ? heldByAny([own, ...allOrganizations(state).map(({ featureFlags }) => featureFlags)]) : null), [own, state]);
}
