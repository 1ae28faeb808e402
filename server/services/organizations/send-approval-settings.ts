/** Changes whose requests need approval before they are sent, and who approves. */
import type { SendApprovalSettings } from '#contract/entities/send-approval.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findMembers, type OrganizationRow } from '#server/repositories/organizations.repository.ts';
import { findTeam } from '#server/repositories/teams.repository.ts';
import { queueVoiding } from '#server/services/transactions/send-approval-voiding.ts';

/** The column for these settings. The organization must be locked. What was chosen for another kind of approvers is forgotten. */
export async function changeSendApproval(tx: Tx, { id }: OrganizationRow, { required, approvers, memberIds, teamId }: SendApprovalSettings): Promise<string> {
  if (approvers === 'members') await assertMembers(tx, id, memberIds);
  if (approvers === 'team' && (teamId === null || (await findTeam(tx, teamId))?.org_id !== id)) throw refused('teamId', 'Not a team of the organization');
  if (required === 'off') await queueVoiding(tx, id);
  return JSON.stringify({ required, approvers, memberIds: approvers === 'members' ? memberIds : [], teamId: approvers === 'team' ? teamId : null });
}

async function assertMembers(tx: Tx, orgId: string, ids: readonly string[]): Promise<void> {
  const active = (await findMembers(tx, [orgId])).filter(({ status }) => status === 'active').map((each) => each.user_id);
  if (ids.length === 0 || ids.some((id) => !active.includes(id))) throw refused('memberIds', 'Not an active member of the organization');
}

const refused = (part: string, message: string): AppError => new AppError('request_validation_error', [{ path: `body/sendApproval/${part}`, message }]);
