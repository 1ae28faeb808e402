import type { CreationRight } from '#contract/entities/organization.ts';
import { mayInOrganization } from '#contract/permissions/organization.permissions.ts';
import { selectProfile } from '../profile/profile.slice.ts';
import { selectOrgId, selectUserId } from '../session/session.slice.ts';
import { useAppSelector } from '../store.ts';
import { selectOrganization } from './organizations.slice.ts';

/** Why something can't be created (document 2 §6.2). */
export type CreationRefusal = 'disabled_by_org_limitation' | 'disabled_by_allow_resource_creation_flag';

/**
 * Returns why the person may not create a resource in the current space; null if they may, or while that is unknown. The
 * server decides and gives the reason.
 */
export function useCreationRefusal(right: CreationRight): CreationRefusal | null {
  const orgId = useAppSelector(selectOrgId);
  const userId = useAppSelector(selectUserId) ?? '';
  const organization = useAppSelector((state) => selectOrganization(state, orgId ?? ''));
  const flags = useAppSelector(selectProfile)?.featureFlags;
  if (orgId && organization) {
    const membership = organization.members.find(({ id }) => id === userId) ?? null;
    return mayInOrganization({ ...organization, membership }, userId, right) ? null : 'disabled_by_org_limitation';
  }
  return flags && !flags.allowResourceCreation ? 'disabled_by_allow_resource_creation_flag' : null;
}
