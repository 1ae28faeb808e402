/** Whether a draft waits for approval before it is sent, and who may approve it. */
import { needsSendApproval, noSendApproval, sendApprovalSettings, sendApproversOf, type SendApproval, type SendApprovalSettings } from '#contract/entities/send-approval.ts';
import { isEditable } from '#contract/entities/transaction.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { findSendApprovalPeople, findSendApprovals, type SendApprovalPerson, type SendApprovalRow } from '#server/repositories/send-approvals.repository.ts';
import type { TransactionRow } from '#server/repositories/transactions.repository.ts';

export interface SendApprovalState {
  row: SendApprovalRow;
  /** Those who may approve it; none once it was returned. */
  approvers: readonly SendApprovalPerson[];
}

export const sendApprovalSettingsOf = (settings: unknown): SendApprovalSettings => sendApprovalSettings.safeParse(settings).data ?? noSendApproval;

/** At most two queries, and none where nothing can wait. */
export async function loadSendApprovals(db: Db | Tx, rows: readonly Pick<TransactionRow, 'id' | 'status' | 'org_id' | 'owner_id'>[]): Promise<Map<string, SendApprovalState>> {
  const drafts = rows.filter(({ status, org_id: orgId }) => isEditable(status) && orgId !== null);
  const found = drafts.length === 0 ? [] : await findSendApprovals(db, drafts.map(({ id }) => id));
  const waiting = found.filter(({ status }) => status === 'waiting');
  const people = waiting.length === 0 ? [] : await findSendApprovalPeople(db, [...new Set(waiting.map((each) => each.org_id))]);
  return new Map(found.map((row) => {
    const owner = drafts.find(({ id }) => id === row.transaction_id)?.owner_id;
    return [row.transaction_id, { row, approvers: row.status === 'waiting' ? approversAmong(people, row.org_id, [row.requested_by, owner ?? '']) : [] }];
  }));
}

interface Approver extends SendApprovalPerson {
  isAdministrator: boolean;
  inTeam: boolean;
}

const toApprover = (person: SendApprovalPerson): Approver => ({ ...person, isAdministrator: person.is_administrator, inTeam: person.in_team });

/** Nobody approves what is their own. */
function approversAmong(people: readonly SendApprovalPerson[], orgId: string, senders: readonly string[]): Approver[] {
  const members = people.filter((each) => each.org_id === orgId).map(toApprover);
  return sendApproversOf(sendApprovalSettingsOf(members[0]?.settings), members).filter(({ id }) => !senders.includes(id));
}

/** Whether what this person sends in the organization needs approval; then who approves it. */
export async function findApproversFor(db: Db | Tx, orgId: string | null, userId: string, ownerId: string): Promise<readonly SendApprovalPerson[] | null> {
  if (orgId === null) return null;
  const people = await findSendApprovalPeople(db, [orgId]);
  const isAdministrator = people.some(({ id, is_administrator: is }) => id === userId && is);
  if (!needsSendApproval(sendApprovalSettingsOf(people[0]?.settings), isAdministrator)) return null;
  return approversAmong(people, orgId, [userId, ownerId]);
}

/** Throws if what this person does there would have to be approved and can't wait for that. */
export async function assertNeedsNoApproval(db: Db | Tx, orgId: string | null, userId: string): Promise<void> {
  if ((await findApproversFor(db, orgId, userId, userId)) !== null) throw new AppError('send_approval_required');
}

/** Whether the person approves anything in the organization. */
export async function approvesIn(db: Db | Tx, orgId: string, userId: string): Promise<boolean> {
  return approversAmong(await findSendApprovalPeople(db, [orgId]), orgId, []).some(({ id }) => id === userId);
}

const personOf = ({ id, email, first_name: firstName, last_name: lastName }: SendApprovalRow['requester']) => ({ id, email, firstName, lastName });

export const toSendApproval = ({ row, approvers }: SendApprovalState): SendApproval => ({
  status: row.status, requestedBy: personOf(row.requester), requestedAt: row.requested_at.toISOString(), approvers: approvers.map(personOf),
  decidedBy: row.decider && personOf(row.decider), decidedAt: row.decided_at?.toISOString() ?? null, reason: row.reason,
});
