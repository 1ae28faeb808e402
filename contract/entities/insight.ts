/** An entry in the history of a resource (document 1 §3). */
import { z } from 'zod';
import { isoTime, objectId } from '#contract/entities/common.ts';

const insightActions = [
  'file_created', 'file_updated', 'file_deleted', 'file_print', 'file_download', 'file_constented_use_esignatures',
  'file_signed', 'transaction_created', 'transaction_updated', 'transaction_started', 'transaction_viewed',
  'transaction_signed_by_recipient', 'transaction_approved_by_recipient', 'transaction_viewed_by_recipient', 'transaction_declined_by_recipient', 'transaction_canceled',
  'transaction_deleted', 'transaction_reassigned', 'transaction_reminded', 'transaction_reminded_automatically', 'transaction_completed',
  'transaction_deadline_changed', 'transaction_deadline_removed', 'transaction_reminders_changed', 'transaction_expired', 'recipient_invited', 'signing_link_copied',
  'access_code_changed', 'access_code_locked', 'access_code_entered', 'access_code_sent', 'identity_check_started', 'identity_check_submitted', 'attachment_added', 'attachment_removed',
  'identity_check_approved', 'identity_check_rejected', 'identity_check_canceled', 'audit_generated', 'resource_shared', 'resource_sharing_stopped', 'resource_published', 'resource_unpublished',
  'owner_changed', 'access_requested', 'access_request_accepted', 'access_request_rejected',
  'template_created', 'template_updated', 'template_deleted', 'template_used',
  'send_approval_requested', 'send_approval_given', 'send_approval_returned', 'send_approval_withdrawn', 'send_approval_voided',
  'direct_link_created', 'direct_link_changed', 'direct_link_renewed', 'direct_link_used',
] as const;
export type InsightAction = (typeof insightActions)[number];

const person = z.object({
  id: z.string().nullable().default(null),
  email: z.string().nullable().default(null),
  phone: z.string().nullable().default(null),
  firstName: z.string().nullable().default(null),
  lastName: z.string().nullable().default(null),
});

export const insight = z.object({
  id: objectId,
  resourceId: objectId,
  resourceType: z.enum(['document', 'transaction', 'template']),
  action: z.enum(insightActions),
  actor: person.extend({
    avatar: z.string().nullable().default(null),
    ip: z.string().nullable().default(null),
    userAgent: z.string().nullable().default(null),
    latlng: z.string().nullable().default(null),
  }),
  attributes: z.object({
    user: person.nullable().default(null),
    users: z.array(person).default([]),
    newOwner: person.nullable().default(null),
    reason: z.string().nullable().default(null),
    title: z.string().nullable().default(null),
    type: z.string().nullable().default(null),
    fileId: z.string().nullable().default(null),
    /** The request in the place of one that was canceled to correct it. Only for its sender. */
    transactionId: objectId.nullable().default(null),
    /** The new deadline. */
    deadline: isoTime.nullable().default(null),
    /** SHA-256 of an attached file, whose name is the title. */
    hash: z.string().nullable().default(null),
    sourceStatus: z.enum(['exist', 'removed']).default('exist'),
  }),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Insight = z.output<typeof insight>;
export type InsightAttributes = Partial<Insight['attributes']>;
