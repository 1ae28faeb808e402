/** Approval before sending, which `transactions.start` requests where an organization requires it. Applications can't call these: only people approve. */
import { z } from 'zod';
import { defineCall } from '#contract/calls/define.ts';
import { orgQuery } from '#contract/calls/common.ts';
import { returnReason } from '#contract/entities/send-approval.ts';
import { transaction } from '#contract/entities/transaction.ts';
import type { TransactionAction } from '#contract/permissions/transaction.permissions.ts';

const path = '/transactions/{id}/send_approval';
const may = <const Action extends TransactionAction>(action: Action) => ({ host: 'api', method: 'POST', ours: true, response: transaction, permission: { resource: 'transaction', action } }) as const;
/** The version of the transaction that the caller has seen: `conflict` if there is another one by now. */
const seen = z.object({ version: z.number().int() });
/** Keyset cursor: milliseconds since 1970 (14 digits at most, so that it is a valid time), and an id. */
const keyset = z.string().regex(/^\d{1,14}\.[0-9a-f]{24}$/);

export const sendApprovalsCalls = {
  /** What waits for the caller's approval in the organization, oldest first. Empty for members who approve nothing. */
  'sendApprovals.list': defineCall({
    id: 'sendApprovals.list', method: 'GET', path: '/send_approvals', host: 'api', permission: 'self', ours: true,
    query: orgQuery.extend({ exclusiveFrom: keyset.optional() }), response: z.object({ transactions: z.array(transaction), lastKey: keyset.nullable() }),
  }),
  /** How many wait for the caller's approval, counted up to `counts.sendApprovals`; null for those who approve nothing. */
  'sendApprovals.count': defineCall({
    id: 'sendApprovals.count', method: 'GET', path: '/send_approvals/count', host: 'api', permission: 'self', ours: true,
    query: orgQuery, response: z.object({ count: z.number().int().nullable() }),
  }),
  /** A document exactly as it would be sent, with all fields placed, for its sender and those who approve. */
  'sendApprovals.document': defineCall({
    id: 'sendApprovals.document', method: 'GET', path: `${path}/documents/{fileId}`, host: 'api', ours: true,
    permission: { resource: 'transaction', action: 'read' }, response: z.object({ url: z.string() }), errors: ['not_found'],
  }),
  /** Sends it, as its sender has prepared it and in their name. Counted in the quota now. */
  'sendApprovals.approve': defineCall({
    ...may('approveSending'), id: 'sendApprovals.approve', path: `${path}/approve`, body: seen,
    errors: ['conflict', 'limit_exceeded', 'not_ready', 'verification_failed', 'pdf_corrupted', 'feature_not_supported', 'fields_empty', 'related_file_deleted', 'resource_in_use', 'request_timeout_error'],
  }),
  /** Makes it a draft again, which its sender can change. */
  'sendApprovals.return': defineCall({
    ...may('returnSending'), id: 'sendApprovals.return', path: `${path}/return`, body: seen.extend({ reason: returnReason }), errors: ['conflict', 'missing_reason'],
  }),
  /** The sender changes their mind before somebody has approved. Idempotent. */
  'sendApprovals.withdraw': defineCall({ ...may('withdrawSending'), id: 'sendApprovals.withdraw', path: `${path}/withdraw`, errors: ['conflict'] }),
} as const;
