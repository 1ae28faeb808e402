import { needsSendApproval } from '#contract/entities/send-approval.ts';
import { selectOrgId, selectUserId } from '../session/session.slice.ts';
import { useAppSelector } from '../store.ts';
import { selectOrganization } from './organizations.slice.ts';

/** Whether what this person sends in the current space needs approval; false while that is unknown. */
export function useNeedsSendApproval(): boolean {
  const userId = useAppSelector(selectUserId);
  const organization = useAppSelector((state) => selectOrganization(state, selectOrgId(state) ?? ''));
  if (!organization) return false;
  const isAdministrator = organization.ownerId === userId || organization.members.some(({ id, role }) => id === userId && role === 'admin');
  return needsSendApproval(organization.sendApproval, isAdministrator);
}
