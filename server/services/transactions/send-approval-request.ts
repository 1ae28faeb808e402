/** What was asked to be approved: whose it is, and whether it is still the same. */
import { createHash } from 'node:crypto';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { SendApprovalRow } from '#server/repositories/send-approvals.repository.ts';
import { findUserById } from '#server/repositories/users.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { callerFor } from '#server/services/organizations/absent-caller.ts';
import { ccOf } from './carbon-copies.ts';
import { draftOf, type TransactionState } from './transaction-state.ts';

export function waitingOf({ sendApproval }: TransactionState): SendApprovalRow {
  if (sendApproval?.row.status !== 'waiting') throw new AppError('conflict');
  return sendApproval.row;
}

/** Those who may approve it. */
export const approverIdsOf = ({ sendApproval }: TransactionState): string[] => (sendApproval?.approvers ?? []).map(({ id }) => id);

/** SHA-256 of all that is sent, except the documents, which have versions of their own. */
export const digestOf = ({ row, message, options, recipients, carbonCopies, fileIds }: TransactionState): string =>
  createHash('sha256').update(JSON.stringify([
    row.owner_id, row.name, row.expires_at?.toISOString() ?? null, ordered(message), ordered(options), recipients.map((each) => [each.id, ordered(draftOf(each))]), carbonCopies.map(ccOf), fileIds,
  ])).digest('hex');

/** `jsonb` does not keep the order of keys. */
const ordered = (value: object): [string, unknown][] => Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** The sender, in whose name it is sent while they are away. Throws if they don't belong to the organization any more. */
export async function senderOf(db: Db, { row }: TransactionState, request: SendApprovalRow): Promise<Caller> {
  const user = await findUserById(db, request.requested_by);
  if (!user) throw new AppError('conflict');
  return callerFor(db, user, { orgId: row.org_id, ip: '', userAgent: '' }).catch((error: unknown) => {
    throw error instanceof AppError && (error.code === 'permission_denied' || error.code === 'not_found') ? new AppError('conflict') : error;
  });
}

export const requesterOf = ({ requester: { id, email, first_name: firstName, last_name: lastName } }: SendApprovalRow) => ({ id, email, phone: null, firstName, lastName });
