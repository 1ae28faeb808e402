import type { Organization } from '#contract/entities/organization.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { heldByAny, type PlanFlags } from '#contract/permissions/plan.permissions.ts';

/** Whose plan counts for a thing: its owner's, or that of the organization it belongs to. */
export interface PlanSpace {
  ownerId: string;
  orgId: string | null;
}

type Own = Pick<Profile, 'id' | 'featureFlags'>;
type Shared = Pick<Organization, 'ownerId' | 'featureFlags'>;

/**
 * What the plans of a space hold, as far as this person knows them: the plans of others are the server's to judge (null).
 * In one's own organization one's own plan helps out.
 */
export function planFlagsIn({ ownerId, orgId }: PlanSpace, own: Own | null, organization: Shared | undefined): PlanFlags | null {
  const mine = own?.id === ownerId ? own.featureFlags : null;
  if (orgId === null) return mine;
  if (!organization) return null;
  if (organization.ownerId !== ownerId) return organization.featureFlags;
  return mine && heldByAny([mine, organization.featureFlags]);
}
