/** A template: a transaction that can be sent again and again, its people named by their roles (document 1 §3). */
import { z } from 'zod';
import { isoTime, objectId, sameContact, type Contact } from '#contract/entities/common.ts';
import { ccEntry, recipientInput, type RecipientDraft } from '#contract/entities/recipient.ts';
import {
  carbonCopies, fileIds, optionsInput, transactionMessage, transactionName, transactionOptions, people, personView,
} from '#contract/entities/transaction.ts';
import { email, phone } from '#contract/entities/common.ts';
import { counts, lengths } from '#contract/limits.ts';

export const templateCreate = z.object({
  id: objectId.optional(),
  name: transactionName.optional(),
  fileIds: fileIds.default([]),
  recipients: people.default([]),
  cc: carbonCopies.default([]),
  message: transactionMessage.prefault({}),
  options: optionsInput.prefault({}),
  /** In the library, for everybody: only where the library's rule is met. */
  public: z.boolean().default(false),
});
export type TemplateCreate = z.output<typeof templateCreate>;

/** What may change later: only what is given changes. */
export const templateUpdate = z.object({
  name: transactionName.optional(),
  fileIds: fileIds.optional(),
  recipients: people.optional(),
  cc: carbonCopies.optional(),
  message: transactionMessage.optional(),
  options: optionsInput.optional(),
  public: z.boolean().optional(),
  /** The version the change is based on; another one gives `conflict`. */
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
  sharedWith: z.array(objectId),
  orgId: objectId.nullable(),
  attributes: z.object({ relatedToTransactions: z.array(objectId) }),
  version: z.number().int(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Template = z.output<typeof template>;

export const templateCounters = z.object({ all: z.number().int(), sharedWithMe: z.number().int(), library: z.number().int() });
export type TemplateCounters = z.output<typeof templateCounters>;

const name = z.string().max(lengths.fullName).nullable().default(null);

/** Who takes a role of the template this time. */
export const templateRole = z.object({
  role: z.string().trim().min(1).max(128),
  email: z.union([email, z.null()]).default(null),
  phone: z.union([phone, z.null()]).default(null),
  firstName: name,
  lastName: name,
  locale: z.string().max(16).nullable().default(null),
});
export type TemplateRole = z.output<typeof templateRole>;

export const transactionDetails = z.object({
  /** The id of the new transaction: sent again, the call finds what it made. */
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
    /** Whoever has a role of the template takes it, with all that a recipient can be asked for; everybody else comes after them. */
    recipients: people.default([]),
    /** Where the transaction is made: the same as `orgId` of the call. */
    organization: objectId.nullable().default(null),
  }).prefault({}),
});
export type TemplateUse = z.output<typeof templateUse>;

type RoleOf = Pick<RecipientDraft, 'role'>;
export const isSignerRole = ({ role }: RoleOf): boolean => role.trim().toLowerCase() === 'signer';

/**
 * Whether a template can stand in the library: one recipient who is the owner, or a role for everybody
 * with `signer` the first or the last of them.
 */
export function fitsLibrary(recipients: readonly (RoleOf & Contact)[], owner: Contact): boolean {
  const [only] = recipients;
  if (recipients.length === 1 && only && sameContact(only, owner)) return true;
  const [first, last] = [recipients.at(0), recipients.at(-1)];
  if (!first || !last || recipients.some((each) => each.role.trim() === '')) return false;
  return isSignerRole(first) || isSignerRole(last);
}
