/** A transaction: documents sent to recipients for signature (document 1 §3 and §4). */
import { z } from 'zod';
import { brand } from '#contract/entities/branding.ts';
import { isErrorCode, type ErrorCode } from '#contract/errors.ts';
import { labelsOfEntry } from '#contract/entities/label.ts';
import { archived, isoTime, objectId, sameContact, titleText, type Contact } from '#contract/entities/common.ts';
import { identityValidation, recipientValidation } from '#contract/entities/identity-check.ts';
import { ccEntry, recipient, recipientInput } from '#contract/entities/recipient.ts';
import { reminderPlan } from '#contract/entities/reminder.ts';
import { sendApproval } from '#contract/entities/send-approval.ts';
import { draftLocks } from '#contract/entities/template-lock.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';

export const transactionStatuses = [
  'draft', 'opened', 'created', 'pending', 'completed', 'declined', 'expired', 'canceled',
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

const auditStatuses = ['pending', 'resolved', 'rejected'] as const;
export type AuditStatus = (typeof auditStatuses)[number];

/** What the server does for a transaction by itself: the audit trail, and the time stamp of an accepted signature. */
const jobTypes = ['generate_audit', 'timestamp'] as const;

const transactionTypes = ['just_me', 'me_and_others', 'just_others', 'bulk_sending'] as const;
type TransactionType = (typeof transactionTypes)[number];

export const transactionOptions = z.object({
  requirePasswordProtection: z.boolean().default(false),
  requireLocalCertificate: z.boolean().default(false),
  requireQualifiedCertificate: z.boolean().default(false),
  requireCertificateContactMatch: z.boolean().default(false),
  requireRecipientLocation: z.boolean().default(false),
  includeFileAudit: z.boolean().default(false),
  requireSmartCard: z.boolean().default(false),
  allowSignerReassignment: z.boolean().default(false),
  allowBulkUsage: z.boolean().default(false),
});
export type TransactionOptions = z.output<typeof transactionOptions>;

/** Options as a client sends them. An unset audit option is on at creation if the plan includes audits, and unchanged in an update. */
export const optionsInput = transactionOptions.extend({ includeFileAudit: z.boolean().optional() });
export type OptionsInput = z.output<typeof optionsInput>;

export const transactionMessage = z.object({
  title: z.string().max(lengths.title).default(''),
  body: z.string().max(lengths.message).default(''),
  attachSignedFiles: z.boolean().default(true),
  /** Null: the sender reminds people by hand. */
  reminders: reminderPlan.nullable().default(null),
});
export type TransactionMessage = z.output<typeof transactionMessage>;

const signatureCacheEntry = z.object({
  id: z.string(), fileId: objectId, userId: objectId.nullable(), transactionId: objectId, recipientId: objectId,
});

export const personView = z.object({
  id: objectId, email: z.string().nullable(), firstName: z.string().nullable(), lastName: z.string().nullable(),
});

export const people = z.array(recipientInput).max(counts.recipients);
export const carbonCopies = z.array(ccEntry).max(counts.recipients);
export const transactionName = titleText;
export const fileIds = z.array(objectId).max(counts.files);
const expiresAt = isoTime.nullable();

/** A new transaction as the sender enters it. */
export const transactionCreate = z.object({
  id: objectId.optional(),
  name: transactionName.optional(),
  fileIds: fileIds.default([]),
  recipients: people.default([]),
  cc: carbonCopies.default([]),
  message: transactionMessage.prefault({}),
  options: optionsInput.prefault({}),
  /**
   * The documents and what is written in them are encrypted in the browser, and the server never reads them (0085). It can't be chosen
   * later, and excludes whatever the server would have to read, such as a name and a message.
   */
  endToEndEncrypted: z.boolean().default(false),
  expiresAt: expiresAt.default(null),
});

/** A partial update by the sender. */
export const transactionUpdate = z.object({
  name: transactionName.optional(),
  fileIds: fileIds.optional(),
  recipients: people.optional(),
  cc: carbonCopies.optional(),
  message: transactionMessage.optional(),
  options: optionsInput.optional(),
  expiresAt: expiresAt.optional(),
  /** Whether everybody who knows the address may read it. It can be changed at any time, alone. */
  public: z.boolean().optional(),
  /** The version that the change is based on; `conflict` if it is outdated. */
  version: z.number().int().optional(),
});
/** What the sender can still change once it was sent. */
export const scheduleChange = z.object({ expiresAt: expiresAt.optional(), reminders: reminderPlan.nullable().optional() });
export type ScheduleChange = z.output<typeof scheduleChange>;

export type TransactionCreate = z.output<typeof transactionCreate>;
export type TransactionUpdate = z.output<typeof transactionUpdate>;

export const transaction = z.object({
  id: objectId,
  name: z.string(),
  status: z.enum(transactionStatuses),
  type: z.enum(transactionTypes),
  ownerId: objectId,
  owner: personView,
  recipients: z.array(recipient),
  cc: z.array(ccEntry),
  fileIds: z.array(objectId),
  message: transactionMessage,
  options: transactionOptions,
  endToEndEncrypted: z.boolean().default(false),
  public: z.boolean().default(false),
  sharedWith: z.array(objectId).default([]),
  attributes: z.object({
    auditStatus: z.enum(auditStatuses).nullable().default(null),
    /** The audit, once it exists: a file of type `audit`. */
    auditFileId: objectId.nullable().default(null),
    relatedToTemplates: z.array(objectId).default([]),
    /** The transaction that this one corrects. */
    relatedToTransactions: z.array(objectId).default([]),
    signaturesCache: z.array(signatureCacheEntry).default([]),
  }),
  /** The identity requirements of all recipients, and the progress of each. */
  requireRecipientValidation: recipientValidation,
  validations: z.array(identityValidation).default([]),
  orgId: objectId.nullable().default(null),
  bulkId: objectId.nullable().default(null),
  rejectionReason: z.string().nullable().default(null),
  /** Why the last job failed, with the HTTP status of the code. */
  error: z.object({ status: z.number().int(), code: z.custom<ErrorCode>(isErrorCode) }).nullable().default(null),
  job: z.object({ status: z.enum(auditStatuses), type: z.enum(jobTypes) }).nullable().default(null),
  /** Parts of a draft that its template fixes; null if its owner may change all. */
  locks: draftLocks.nullable().default(null),
  /** Of a draft that waits for approval or was returned. Only for its sender and those who approve. */
  sendApproval: sendApproval.nullable().default(null),
  version: z.number().int(),
  archived,
  ...labelsOfEntry,
  /** The sender's organization, if it presents itself. Lists do not say. */
  brand: brand.nullable().optional(),
  expiresAt,
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Transaction = z.output<typeof transaction>;

export const transactionCounters = z.object({
  all: z.number().int(),
  draft: z.number().int(),
  pending: z.number().int(),
  canceled: z.number().int(),
  declined: z.number().int(),
  sharedWithMe: z.number().int(),
  completed: z.number().int(),
  archived: z.number().int().default(0),
});
export type TransactionCounters = z.output<typeof transactionCounters>;

/** The statuses of each filter of the list. `sharedWithMe` filters by owner instead. */
export const filterStatuses = {
  draft: ['created', 'draft'],
  pending: ['opened', 'pending'],
  canceled: ['canceled', 'expired'],
  declined: ['declined'],
  completed: ['completed'],
} as const satisfies Record<string, readonly TransactionStatus[]>;

export const isEditable = (status: TransactionStatus): boolean => status === 'created' || status === 'draft';
export const isRunning = (status: TransactionStatus): boolean => status === 'opened' || status === 'pending';

/** Derives the type from the options and recipients. */
export function deriveType(owner: Contact, recipients: readonly Contact[], allowBulkUsage = false): TransactionType {
  if (allowBulkUsage) return 'bulk_sending';
  const withOwner = recipients.some((each) => sameContact(each, owner));
  if (withOwner && recipients.length > 1) return 'me_and_others';
  if (!withOwner && recipients.length > 0) return 'just_others';
  return 'just_me';
}

/** Removes the cc entries of people who are recipients. */
export const withoutRecipients = <T extends Contact>(cc: readonly T[], recipients: readonly Contact[]): T[] =>
  cc.filter((entry) => !recipients.some((each) => sameContact(entry, each)));
