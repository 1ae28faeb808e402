/** People of a transaction: recipients, who sign in order, and cc entries, who get the result. */
import { z } from 'zod';
import { email, isoTime, objectId, phone } from '#contract/entities/common.ts';
import { deliveries } from '#contract/entities/delivery.ts';
import { identityRequirements, identityValidationStatuses } from '#contract/entities/identity-check.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { accessCodes } from '#contract/limits/sending.ts';

const nameText = z.string().max(128);
const optionalEmail = z.union([email, z.literal('')]).nullable().default(null).transform((value) => value || null);
const optionalPhone = z.union([z.literal(''), phone]).nullable().default(null).transform((value) => value || null);

/** The role of a plain signer as it is stored; people see it in their language. */
export const signerRole = 'signer';

/** A recipient as the sender enters it. */
export const recipientInput = z.object({
  id: objectId.optional(),
  email: optionalEmail,
  phone: optionalPhone,
  firstName: nameText.nullable().default(null),
  lastName: nameText.nullable().default(null),
  locale: z.string().max(16).nullable().default(null),
  role: z.string().max(128).default(signerRole),
  type: z.string().max(32).default('signer'),
  inPerson: z.boolean().default(false),
  /**
   * The place in the signing order. Recipients with the same number are asked at once; without a number, a recipient comes after the
   * one before them in the list.
   */
  signingOrder: z.number().int().min(1).max(counts.recipients).nullable().default(null),
  orgId: objectId.nullable().default(null),
  identityRequirements: z.array(z.enum(identityRequirements)).max(identityRequirements.length).default([]),
  identityRequireManualApproval: z.boolean().default(false),
  /** What the sender writes to this person only. In a transaction that was sent, nobody but the two of them sees it. */
  privateMessage: z.string().max(lengths.message).default(''),
  /** Whether a code from the sender is asked for before the documents are shown. Not for in-person signing. */
  requireAccessCode: z.boolean().default(false),
});
export type RecipientInput = z.input<typeof recipientInput>;
export type RecipientDraft = z.output<typeof recipientInput>;

/** Whether a recipient can be asked to sign: by an address, or in person by name. */
export const hasWayToSign = ({ email: address, phone: number, inPerson, firstName, lastName }: Pick<RecipientInput, 'email' | 'phone' | 'inPerson' | 'firstName' | 'lastName'>): boolean =>
  Boolean(address || number || (inPerson && (firstName || lastName)));

/** A code that the sender chooses and tells the recipient. Never stored or returned as it is. */
export const accessCode = z.string().trim().min(accessCodes.shortest).max(accessCodes.longest);

/** A recipient as the server returns it. The id stays the same after reassignment. */
export const recipient = recipientInput.extend({
  id: objectId,
  avatar: z.string().nullable().default(null),
  owner: z.boolean().default(false),
  completed: z.boolean().default(false),
  removed: z.boolean().default(false),
  userId: objectId.nullable().default(null),
  /** When they were asked to sign; null before their turn. */
  invitedAt: isoTime.nullable().default(null),
  /** When they first opened the request; null until then. */
  viewedAt: isoTime.nullable().default(null),
  /** When they were last reminded. */
  remindedAt: isoTime.nullable().default(null),
  /** When the next automatic reminder is due; null if there is none. */
  nextReminderAt: isoTime.nullable().default(null),
  /** Delivery status of the last message to them; null if none was handed over yet. */
  delivery: z.enum(deliveries).nullable().default(null),
  completedAt: isoTime.nullable().default(null),
  /** When they declined, which ended the request. */
  declinedAt: isoTime.nullable().default(null),
  /** Until when the code entered on the host's device is valid; null if there is none. */
  presentUntil: isoTime.nullable().default(null),
  /** Whether a wrong access code was entered too often; a new one of the sender helps. */
  accessCodeLocked: z.boolean().default(false),
  /** The files this recipient has signed. An interrupted signing continues with the others. */
  signedFileIds: z.array(objectId).default([]),
  /**
   * Signed files whose signature waits for a time stamp, because the time-stamp authority is unavailable. They complete
   * automatically.
   */
  waitingFileIds: z.array(objectId).default([]),
  identityApplicationId: z.string().nullable().default(null),
  identityValidationStatus: z.enum(identityValidationStatuses).nullable().default(null),
  identityValidationId: z.string().nullable().default(null),
});
export type Recipient = z.output<typeof recipient>;

/** Whether they have signed a document. A signature may still wait for its time stamp. */
const hasSigned = ({ completed, signedFileIds, waitingFileIds }: Recipient): boolean => completed || signedFileIds.length + waitingFileIds.length > 0;

export const countSigned = (recipients: readonly Recipient[]): number => recipients.filter(hasSigned).length;

export const ccEntry = z.object({
  id: objectId.optional(),
  type: z.enum(['user', 'team']).default('user'),
  email: optionalEmail,
  phone: optionalPhone,
  firstName: nameText.nullable().default(null),
  lastName: nameText.nullable().default(null),
});
export type CcEntry = z.output<typeof ccEntry>;
export type CcEntryInput = z.input<typeof ccEntry>;

/** Converts a contact to a cc entry. A contact with an organization and a name is a team. */
export function toCcEntry(contact: CcEntryInput & { orgId?: string | null; name?: string | null }): CcEntry {
  if (contact.orgId && contact.name) {
    return { id: contact.id, type: 'team', email: null, phone: null, firstName: contact.name, lastName: null };
  }
  return ccEntry.parse(contact);
}
