import type { FeatureFlags } from '#contract/entities/feature-flags.ts';
import type { CreationRight, Organization } from '#contract/entities/organization.ts';
import { mayInOrganization } from '#contract/permissions/organization.permissions.ts';

/** Why something can't be created (document 2 §6.2). `disabled_by_domain_limitation`: no quota is left, and the address is not of a domain that needs none. */
export type CreationRefusal = 'disabled_by_domain_limitation' | 'disabled_by_org_limitation' | 'disabled_by_allow_resource_creation_flag';

interface Creation {
  right: CreationRight;
  userId: string;
  flags: FeatureFlags | undefined;
  /** The organization in which something is to be created; undefined in the personal space. */
  organization: Organization | undefined;
}

const quotaOf = { createTransactions: 'transactionsQuota', createBulks: 'transactionsQuota', createTemplates: 'templatesQuota' } as const satisfies Partial<Record<CreationRight, keyof FeatureFlags>>;

/** In an organization its quota counts; the owner's own counts first. */
function hasNoQuota({ right, userId, flags, organization }: Creation): boolean {
  if (right === 'createFiles') return false;
  const quota = quotaOf[right];
  const isOwn = !organization || organization.ownerId === userId;
  const counting = [...(isOwn && flags ? [flags] : []), ...(organization ? [organization.featureFlags] : [])];
  return counting.length > 0 && counting.every((each) => each[quota] === 0);
}

/** Returns why the person may not create something; null if they may, or while that is unknown. The server decides. */
export function creationRefusal(creation: Creation): CreationRefusal | null {
  const { right, userId, flags, organization } = creation;
  if (organization) {
    const membership = organization.members.find(({ id }) => id === userId) ?? null;
    if (!mayInOrganization({ ...organization, membership }, userId, right)) return 'disabled_by_org_limitation';
  } else if (flags && !flags.allowResourceCreation) return 'disabled_by_allow_resource_creation_flag';
  return hasNoQuota(creation) ? 'disabled_by_domain_limitation' : null;
}
