import type { Organization } from '#contract/entities/organization.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { combinePlanFlags, type PlanFlags } from '#contract/permissions/plan.permissions.ts';

/** The space whose plan applies: the owner's, or that of the organization. */
export interface PlanSpace {
  ownerId: string;
  orgId: string | null;
}

type Own = Pick<Profile, 'id' | 'featureFlags'>;
type Shared = Pick<Organization, 'ownerId' | 'featureFlags'>;

/**
 * Returns the plan features of a space as far as this person can know them; null for other people's plans, which only
 * the server knows. In an organization that the person owns, their own plan adds to the organization's.
 */
export function planFlagsIn({ ownerId, orgId }: PlanSpace, own: Own | null, organization: Shared | undefined): PlanFlags | null {
  const mine = own?.id === ownerId ? own.featureFlags : null;
  if (orgId === null) return mine;
  if (!organization) return null;
  if (organization.ownerId !== ownerId) return organization.featureFlags;
  return mine && combinePlanFlags([mine, organization.featureFlags]);
}
