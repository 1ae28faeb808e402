/** A template: a reusable transaction whose people are named by role (document 1 §3). */
import { z } from 'zod';
import { labelsOfEntry } from '#contract/entities/label.ts';
import { archived, isoTime, objectId, sameContact, type Contact } from '#contract/entities/common.ts';
import { ccEntry, recipientInput, signerRole, type RecipientDraft } from '#contract/entities/recipient.ts';
import {
  carbonCopies, fileIds, optionsInput, transactionMessage, transactionName, transactionOptions, people, personView,
} from '#contract/entities/transaction.ts';
import { lockedParts } from '#contract/entities/template-lock.ts';
import { email, phone } from '#contract/entities/common.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';

export const templateCreate = z.object({
  id: objectId.optional(),
  name: transactionName.optional(),
  fileIds: fileIds.default([]),
  recipients: people.default([]),
  cc: carbonCopies.default([]),
  message: transactionMessage.prefault({}),
  options: optionsInput.prefault({}),
  /** Published in the library for everybody. Must satisfy `fitsLibrary`. */
  public: z.boolean().default(false),
  /** What those who use it can't change. */
  lockedParts: lockedParts.default([]),
});
export type TemplateCreate = z.output<typeof templateCreate>;

/** A partial update. */
export const templateUpdate = z.object({
  name: transactionName.optional(),
  fileIds: fileIds.optional(),
  recipients: people.optional(),
  cc: carbonCopies.optional(),
  message: transactionMessage.optional(),
  options: optionsInput.optional(),
  public: z.boolean().optional(),
  lockedParts: lockedParts.optional(),
  /** The version that the change is based on; `conflict` if it is outdated. */
  version: z.number().int().optional(),
});
export type TemplateUpdate = z.output<typeof templateUpdate>;

export const template = z.object({
  id: objectId,
  name: z.string(),
  status: z.enum(['created', 'draft']),
  ownerId: objectId,
  owner: personView,
  recipients: z.array(recipientInput.extend({ id: objectId })),
  cc: z.array(ccEntry),
  fileIds: z.array(objectId),
  message: transactionMessage,
  options: transactionOptions,
  public: z.boolean(),
  lockedParts: lockedParts.default([]),
  sharedWith: z.array(objectId),
  orgId: objectId.nullable(),
  attributes: z.object({ relatedToTransactions: z.array(objectId) }),
  version: z.number().int(),
  archived,
  ...labelsOfEntry,
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Template = z.output<typeof template>;

export const templateCounters = z.object({ all: z.number().int(), sharedWithMe: z.number().int(), archived: z.number().int().default(0) });
export type TemplateCounters = z.output<typeof templateCounters>;

const name = z.string().max(lengths.fullName).nullable().default(null);

/** The person who takes a role of the template. */
const templateRole = z.object({
  role: z.string().trim().min(1).max(128),
  email: z.union([email, z.null()]).default(null),
  phone: z.union([phone, z.null()]).default(null),
  firstName: name,
  lastName: name,
  locale: z.string().max(16).nullable().default(null),
});
export type TemplateRole = z.output<typeof templateRole>;

export const transactionDetails = z.object({
  /** The id of the new transaction. Makes the call idempotent. */
  id: objectId.optional(),
  name: transactionName.optional(),
  message: transactionMessage.optional(),
  options: optionsInput.optional(),
  cc: carbonCopies.optional(),
  expiresAt: isoTime.nullable().default(null),
});
export type TransactionDetails = z.output<typeof transactionDetails>;

export const templateUse = z.object({
  templateRolesData: z.array(templateRole).max(counts.recipients).default([]),
  transactionDetails: transactionDetails.extend({
    /** Recipients with one of the template's roles take it, with all their properties; the others follow. */
    recipients: people.default([]),
    /** The organization to create the transaction in; must equal `orgId` of the call if both are given. */
    organization: objectId.nullable().default(null),
  }).prefault({}),
});
export type TemplateUse = z.output<typeof templateUse>;

type RoleOf = Pick<RecipientDraft, 'role'>;
export const isSignerRole = ({ role }: RoleOf): boolean => role.trim().toLowerCase() === signerRole;

/**
 * Whether a template may be in the library: its only recipient is the owner, or every recipient has a role and the first or the
 * last is `signer`.
 */
export function fitsLibrary(recipients: readonly (RoleOf & Contact)[], owner: Contact): boolean {
  const [only] = recipients;
  if (recipients.length === 1 && only && sameContact(only, owner)) return true;
  const [first, last] = [recipients.at(0), recipients.at(-1)];
  if (!first || !last || recipients.some((each) => each.role.trim() === '')) return false;
  return isSignerRole(first) || isSignerRole(last);
}
