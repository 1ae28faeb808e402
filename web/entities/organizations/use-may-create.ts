import type { CreationRight } from '#contract/entities/organization.ts';
import { selectProfile } from '../profile/profile.slice.ts';
import { selectOrgId, selectUserId } from '../session/session.slice.ts';
import { useAppSelector } from '../store.ts';
import { creationRefusal, type CreationRefusal } from './creation-refusal.ts';
import { selectOrganization } from './organizations.slice.ts';

/** Returns why the person may not create a resource in the current space; null if they may, or while that is unknown. */
export const useCreationRefusal = (right: CreationRight): CreationRefusal | null => useCreationRefusalIn(useAppSelector(selectOrgId), right);

/** The same in an organization, or in the personal space if `orgId` is null. */
export function useCreationRefusalIn(orgId: string | null, right: CreationRight): CreationRefusal | null {
  const userId = useAppSelector(selectUserId) ?? '';
  const organization = useAppSelector((state) => selectOrganization(state, orgId ?? ''));
  const flags = useAppSelector(selectProfile)?.featureFlags;
  // Until the organization is there, nothing is known of it.
  return orgId && !organization ? null : creationRefusal({ right, userId, flags, organization });
}
