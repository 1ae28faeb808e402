import type { CreationRight } from '#contract/entities/organization.ts';
import { selectProfile } from '../profile/profile.slice.ts';
import { selectOrgId, selectUserId } from '../session/session.slice.ts';
import { useAppSelector } from '../store.ts';
import { creationRefusal, type CreationRefusal } from './creation-refusal.ts';
import { selectOrganization } from './organizations.slice.ts';

/** Returns why the person may not create a resource in the current space; null if they may, or while that is unknown. */
export function useCreationRefusal(right: CreationRight): CreationRefusal | null {
  const orgId = useAppSelector(selectOrgId);
  const userId = useAppSelector(selectUserId) ?? '';
  const organization = useAppSelector((state) => selectOrganization(state, orgId ?? ''));
  const flags = useAppSelector(selectProfile)?.featureFlags;
  // Until the organization is there, nothing is known of it.
  return orgId && !organization ? null : creationRefusal({ right, userId, flags, organization });
}
