/**
 * Transactions. The steps of a file:
 *
 * - draft, sender: `updateUrl`, PUT of the file with all fields placed (whole, or only the tail that was appended), `start`. `start`
 *   verifies all prepared bodies and only then makes them current, so it can be repeated.
 * - pending, active recipient: per file `updateUrl`, PUT of the signed file, `sign`. `sign` verifies the body and makes it current.
 *   It is idempotent, so it can be repeated after a lost response.
 *
 * An XHTML page is sent as it is, without `updateUrl` and PUT, and does not change: a signature of it is in the body of `sign`.
 */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { lastCursor, orderedPage, orgQuery } from '#contract/calls/common.ts';
import { sharingCalls } from '#contract/calls/sharing.calls.ts';
import { email, objectId, phone } from '#contract/entities/common.ts';
import { accessCode, accessCodeChange } from '#contract/entities/recipient.ts';
import { fieldValue } from '#contract/entities/field.ts';
import { insight } from '#contract/entities/insight.ts';
import { appendedSignature } from '#contract/entities/signature-info.ts';
import { announcedSize, uploadBase } from '#contract/entities/storage.ts';
import { scheduleChange, transaction, transactionCounters, transactionCreate, transactionUpdate } from '#contract/entities/transaction.ts';
import { transactionsQuery } from '#contract/entities/list-query.ts';
import { requestBodies } from '#contract/limits/calls.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { sizes } from '#contract/limits/sizes.ts';

const contactUser = z.object({
  email: z.union([email, z.null()]).default(null),
  phone: z.union([phone, z.null()]).default(null),
  firstName: z.string().max(128).nullable().default(null),
  lastName: z.string().max(128).nullable().default(null),
});

/** `byUser`: the id of the recipient; needed only for in-person signing. */
const fileOf = z.object({ fileId: objectId, byUser: objectId.nullish() });

const longestSignature = Math.ceil(sizes.detachedSignature / 3) * 4;

export const signBody = fileOf.extend({
  /**
   * For an XHTML page, in place of an upload: the CMS of a detached signature over its current body (CAdES), DER in base64. It is kept
   * beside the page. Left out if the server signs for the person (`signatureType` is `server`).
   */
  cms: z.base64().min(1).max(longestSignature).optional(),
  signedFields: z.array(z.object({ id: z.string().max(128), value: fieldValue })).max(counts.fieldsPerFile).default([]),
  appendedSignatures: z.array(appendedSignature).min(1).max(4),
  /** The signer's position, `latitude,longitude` in degrees (up to 90 and 180). Required if the sender asks for it. */
  latlng: z.string().max(64).regex(/^-?(90(\.0+)?|[1-8]?\d(\.\d+)?),-?(180(\.0+)?|(1[0-7]\d|[1-9]?\d)(\.\d+)?)$/).nullish(),
});
export type SignBody = z.output<typeof signBody>;

const sharing = sharingCalls('transactions', 'transaction');

/** `version_not_found`: password protection has removed the documents as they were. */
const copyErrors = [
  'limit_exceeded', 'storage_exceeded', 'conflict', 'related_file_deleted', 'version_not_found', 'create_file_permission_denied',
  'match_recipient', 'names_validation', 'pdf_corrupted',
] as const;

export const transactionsCalls = {
  'transactions.create': defineCall({
    id: 'transactions.create', mayWait: true, method: 'POST', path: '/transactions', host: 'api', permission: 'self',
    query: orgQuery, body: transactionCreate, response: transaction,
    errors: ['limit_exceeded', 'conflict', 'related_file_deleted', 'resource_in_use', 'match_recipient', 'names_validation', 'feature_not_supported', 'end_to_end_encrypted', 'send_approval_required'],
  }),
  'transactions.list': defineCall({
    id: 'transactions.list', method: 'GET', path: '/transactions', host: 'api', permission: 'self',
    query: orgQuery.extend({ bulkId: objectId.optional(), ...orderedPage, ...transactionsQuery.shape }),
    response: z.object({ transactions: z.array(transaction), lastKey: lastCursor, counters: transactionCounters }),
    errors: ['feature_not_supported'],
  }),
  'transactions.get': defineCall({
    id: 'transactions.get', method: 'GET', path: '/transactions/{id}', host: 'api',
    permission: { resource: 'transaction', action: 'read' }, response: transaction,
    /** `background`: for something else than to show it, so that a recipient who is asked has not opened it. */
    query: z.object({ background: z.enum(['true']).optional() }),
  }),
  /** The first update turns a created transaction into a draft. */
  'transactions.update': defineCall({
    id: 'transactions.update', mayWait: true, method: 'PUT', path: '/transactions/{id}', host: 'api',
    permission: { resource: 'transaction', action: 'update' }, body: transactionUpdate, response: transaction,
    errors: ['conflict', 'limit_exceeded', 'related_file_deleted', 'resource_in_use', 'match_recipient', 'names_validation', 'part_locked', 'send_approval_waiting'],
  }),
  'transactions.delete': defineCall({
    id: 'transactions.delete', mayWait: true, method: 'DELETE', path: '/transactions/{id}', host: 'api',
    permission: { resource: 'transaction', action: 'delete' }, response: nothing,
  }),
  'transactions.updateUrl': defineCall({
    id: 'transactions.updateUrl', method: 'POST', path: '/transactions/{id}/update_url', host: 'api',
    permission: { resource: 'transaction', action: 'read' }, body: fileOf.extend({ size: announcedSize, base: uploadBase }),
    response: z.object({ url: z.string(), bodyRef: z.string(), version: z.number().int() }),
    errors: ['transaction_id_invalid', 'sign_conditions_not_accepted', 'conflict', 'storage_exceeded', 'wrong_mime_type', 'send_approval_waiting'],
  }),
  /** Where the organization demands it, the answer is a draft that waits for approval (`sendApproval`), and nothing was sent. */
  'transactions.start': defineCall({
    id: 'transactions.start', mayWait: true, method: 'POST', path: '/transactions/{id}/start', host: 'api',
    permission: { resource: 'transaction', action: 'start' }, query: orgQuery, response: transaction,
    /** The password that will open the documents, if they are to be protected. Never returned. */
    body: z.object({
      password: z.string().min(1).max(lengths.documentPassword).optional(),
      /** One for each recipient with `requireAccessCode`. Never returned. */
      accessCodes: z.array(z.object({ recipientId: objectId, code: accessCode })).max(counts.recipients).default([]),
    }).prefault({}),
    errors: [
      'limit_exceeded', 'not_ready', 'verification_failed', 'pdf_corrupted', 'conflict', 'feature_not_supported', 'fields_empty',
      'request_timeout_error', 'required_property', 'failed_to_encrypt', 'pdf_password', 'pdf_incorrect_password', 'sign_not_pdf', 'no_send_approver', 'send_approval_waiting',
    ],
  }),
  'transactions.sign': defineCall({
    id: 'transactions.sign', method: 'POST', path: '/transactions/{id}/sign', host: 'api',
    permission: { resource: 'transaction', action: 'read' }, body: signBody, maxBody: requestBodies.fields, response: transaction,
    errors: [
      'sign_conditions_not_accepted', 'file_body_missing', 'verification_failed', 'sign_failed', 'pdf_corrupted',
      'conflict', 'invalid_sig_email', 'invalid_sig_date', 'invalid_sig_id', 'invalid_sig_type', 'transaction_id_invalid', 'identity_not_verified', 'request_timeout_error',
      'sign_certificate_revoked', 'sign_code_missing', 'certificate_enrollment_identity_error', 'service_unavailable',
    ],
  }),
  /** An approver or a viewer has opened a document. For a viewer, the last one completes what they are asked for. Idempotent. */
  'transactions.view': defineCall({
    id: 'transactions.view', method: 'POST', path: '/transactions/{id}/view', host: 'api', ours: true,
    permission: { resource: 'transaction', action: 'read' }, body: z.object({ fileId: objectId }), response: transaction,
    errors: ['transaction_id_invalid', 'sign_conditions_not_accepted'],
  }),
  /**
   * An approver agrees to the documents as they are: `documents` names the version of each that they have seen. If one has another
   * version by now, the call fails with `conflict`; if one was not opened, with `sign_conditions_not_accepted`. Idempotent.
   */
  'transactions.approve': defineCall({
    id: 'transactions.approve', method: 'POST', path: '/transactions/{id}/approve', host: 'api', ours: true,
    permission: { resource: 'transaction', action: 'read' },
    body: z.object({ documents: z.array(z.object({ id: objectId, version: z.number().int() })).max(counts.files) }), response: transaction,
    errors: ['sign_conditions_not_accepted', 'conflict', 'related_file_deleted'],
  }),
  /** Sends a code to an in-person signer. Entering it on the host's device proves that they are there. */
  'transactions.sendPresenceCode': defineCall({
    id: 'transactions.sendPresenceCode', method: 'POST', path: '/transactions/{id}/presence_code', host: 'api', ours: true,
    permission: { resource: 'transaction', action: 'read' },
    body: z.object({ byUser: objectId }), response: z.object({ sentTo: z.string(), expiresIn: z.number().int() }),
    errors: ['sign_conditions_not_accepted', 'too_many_requests'],
  }),
  'transactions.provePresence': defineCall({
    id: 'transactions.provePresence', method: 'POST', path: '/transactions/{id}/presence', host: 'api', ours: true,
    permission: { resource: 'transaction', action: 'read' },
    body: z.object({ byUser: objectId, code: z.string().regex(/^\d{6}$/) }), response: transaction,
    errors: ['sign_conditions_not_accepted', 'invalid_code'],
  }),
  'transactions.decline': defineCall({
    id: 'transactions.decline', method: 'POST', path: '/transactions/{id}/decline', host: 'api',
    permission: { resource: 'transaction', action: 'decline' },
    body: z.object({ reason: z.string().trim().max(lengths.reason), byUser: objectId.nullish() }), response: transaction,
    errors: ['missing_reason', 'sign_conditions_not_accepted'],
  }),
  'transactions.cancel': defineCall({
    id: 'transactions.cancel', mayWait: true, method: 'POST', path: '/transactions/{id}/cancel', host: 'api',
    permission: { resource: 'transaction', action: 'cancel' }, response: transaction,
  }),
  /**
   * A new draft with the documents as they were before anything was placed or signed, the people, the fields, the message, the
   * options and the caller's labels. What recipients entered, access codes and a deadline that has passed stay behind.
   */
  'transactions.duplicate': defineCall({
    id: 'transactions.duplicate', method: 'POST', path: '/transactions/{id}/duplicate', host: 'api', ours: true,
    permission: { resource: 'transaction', action: 'duplicate' }, query: orgQuery, body: z.object({ id: objectId.optional() }).prefault({}), response: transaction,
    errors: [...copyErrors],
  }),
  /**
   * Voids the transaction if it is running, as `cancel` does, and returns a draft like the one that `duplicate` makes, in the same
   * space. Both happen or neither. Repeated while that draft is not sent, it returns the same draft; once it was sent, as long as it is
   * not over without a result, the call fails with `resource_in_use`. `signed`: how many recipients had signed, as the caller knows. If
   * more have, it fails with `conflict`.
   */
  'transactions.correct': defineCall({
    id: 'transactions.correct', method: 'POST', path: '/transactions/{id}/correct', host: 'api', ours: true,
    permission: { resource: 'transaction', action: 'correct' }, body: z.object({ signed: z.number().int().min(0).optional() }).prefault({}), response: transaction,
    errors: [...copyErrors, 'resource_in_use', 'second_factor_required'],
  }),
  'transactions.remind': defineCall({
    id: 'transactions.remind', method: 'POST', path: '/transactions/{id}/remind', host: 'api',
    permission: { resource: 'transaction', action: 'remind' },
    body: z.object({
      userId: objectId,
      title: z.string().trim().min(1).max(lengths.title),
      message: z.string().trim().min(1).max(lengths.message),
    }),
    response: nothing, errors: ['invalid_signer_id', 'too_many_requests'],
  }),
  /** What a recipient sees before they enter their access code. */
  'transactions.access': defineCall({
    id: 'transactions.access', method: 'GET', path: '/transactions/{id}/access', host: 'api', ours: true,
    permission: { resource: 'transaction', action: 'unlock' },
    /** `sentTo`: the end of the number to which codes are sent by text message; null if the sender tells the code. */
    response: z.object({ title: z.string(), senderName: z.string(), isLocked: z.boolean(), sentTo: z.string().nullable() }),
  }),
  /** Sends a code by text message to the number that the sender chose, in place of an earlier one. `late`: it is still on its way. */
  'transactions.sendAccessCode': defineCall({
    id: 'transactions.sendAccessCode', method: 'POST', path: '/transactions/{id}/access/send', host: 'api', ours: true,
    permission: { resource: 'transaction', action: 'unlock' },
    response: z.object({ sentTo: z.string(), expiresIn: z.number().int(), late: z.boolean() }),
    errors: ['invalid_code', 'feature_not_supported', 'too_many_requests', 'unable_to_send_sms'],
  }),
  /** Opens the transaction to the recipient, in this session and for some hours. */
  'transactions.enterAccessCode': defineCall({
    id: 'transactions.enterAccessCode', method: 'POST', path: '/transactions/{id}/access', host: 'api', ours: true,
    permission: { resource: 'transaction', action: 'unlock' }, body: z.object({ code: z.string().max(256) }), response: nothing, errors: ['invalid_code'],
  }),
  /**
   * A new code in place of one that is lost or locked, which the sender tells; or, without one, the number to which codes are sent by
   * text message. Either permits new attempts.
   */
  'transactions.setAccessCode': defineCall({
    id: 'transactions.setAccessCode', method: 'PUT', path: '/transactions/{id}/access_code', host: 'api', ours: true,
    permission: { resource: 'transaction', action: 'setAccessCode' }, body: accessCodeChange, response: transaction,
    errors: ['invalid_signer_id', 'feature_not_supported'],
  }),
  /** A link for the recipient whose turn it is, to hand over by other means. Every device that opens it is asked for a code (0024). */
  'transactions.signingLink': defineCall({
    id: 'transactions.signingLink', method: 'POST', path: '/transactions/{id}/signing_link', host: 'api', ours: true,
    permission: { resource: 'transaction', action: 'remind' }, body: z.object({ recipientId: objectId }),
    response: z.object({ url: z.string() }), errors: ['invalid_signer_id'],
  }),
  /** Changes the deadline and the automatic reminders of a running transaction. What is left out stays. */
  'transactions.reschedule': defineCall({
    id: 'transactions.reschedule', method: 'PUT', path: '/transactions/{id}/schedule', host: 'api', ours: true,
    permission: { resource: 'transaction', action: 'reschedule' }, body: scheduleChange, response: transaction,
  }),
  'transactions.reassign': defineCall({
    id: 'transactions.reassign', method: 'POST', path: '/transactions/{id}/reassign', host: 'api',
    permission: { resource: 'transaction', action: 'reassign' },
    body: z.object({ fromUserId: objectId, toUser: contactUser, reason: z.string().trim() }), response: transaction,
    errors: ['missing_reason', 'reason_too_large', 'names_validation', 'fields_empty', 'match_user', 'match_recipient', 'invalid_signer_id', 'conflict', 'send_approval_required'],
  }),
  'transactions.insights': defineCall({
    id: 'transactions.insights', method: 'GET', path: '/transactions/{id}/insights', host: 'api',
    permission: { resource: 'transaction', action: 'readInsights' }, response: z.object({ insights: z.array(insight) }),
  }),
  /** Starts the generation of the audit. Idempotent. */
  'transactions.generateAudit': defineCall({
    id: 'transactions.generateAudit', method: 'POST', path: '/transactions/{id}/generate_audit', host: 'api',
    permission: { resource: 'transaction', action: 'generateAudit' }, response: transaction, errors: ['not_ready'],
  }),
  'transactions.getShare': sharing.getShare,
  'transactions.share': sharing.share,
  'transactions.changeOwner': sharing.changeOwner,
  'transactions.stopSharing': sharing.stopSharing,
  'transactions.accessRequests': sharing.accessRequests,
  'transactions.requestAccess': sharing.requestAccess,
  'transactions.acceptAccess': sharing.acceptAccess,
  'transactions.rejectAccess': sharing.rejectAccess,
} as const;
